// Judges whether the time of a regular expression may grow faster than the text it runs over. Pure; used by regexps.mjs.
import { RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";

/*
 * The expression becomes an automaton of positions (one for each character or class in it). A backtracking engine
 * tries every way through it before it gives up, and begins again at each character. So its time is not linear when
 * for some word v, repeated, the number of ways grows:
 *   - two different ways lead from a position back to itself on v: exponential;
 *   - one position leads to itself on v, to another one on v, and that one to itself on v: polynomial. The beginning
 *     of the search counts as such a position: it may stay where it is on any character.
 * And only when the text can go on in a way that makes all of these fail; an expression that has matched by then stops.
 */

/** Copies of a character that stand for a bounded run of it: a run that ends after a constant is no loop. */
const copies = 3;
/** A bound above this is no bound: a hundred steps for each character of a megabyte are a tenth of a second. */
const longestRun = 100;
const maxSets = 3_000;
const maxPaths = 5_000;

/** Characters that tell classes apart, besides those that an expression names. */
const usual = [...Array.from("aAbBzZ059_ \t\n\r-.,:;!?'\"#/\\()[]{}<>|=+*&%$@~^`éÉßäÄ€\u00a0\u2028漢\u200b"), "😀"];

const isWord = (character) => /^\w$/u.test(character);
const isLineEnd = (character) => /^[\n\r\u2028\u2029]$/.test(character);

/** Partition of all characters by what the atoms of an expression and its assertions see in them. */
function openAlphabet(pattern, flags) {
  const atoms = new Map();
  const characters = new Set(usual);
  const add = (point) => {
    for (const near of [point - 1, point, point + 1]) {
      if (near < 0 || near > 0x10ffff || (near >= 0xd800 && near <= 0xdfff)) continue;
      const character = String.fromCodePoint(near);
      characters.add(character);
      if (near === point) characters.add(character.toLowerCase()).add(character.toUpperCase());
    }
  };
  const onAtom = (node) => void atoms.set(node, null);
  visitRegExpAST(pattern, {
    onCharacterEnter: (node) => {
      add(node.value);
      if (!node.parent.type.includes("Class")) onAtom(node);
    },
    onCharacterSetEnter: (node) => !node.parent.type.includes("Class") && onAtom(node),
    onCharacterClassEnter: (node) => !node.parent.type.includes("Class") && onAtom(node),
    onExpressionCharacterClassEnter: onAtom,
  });
  const own = flags.replace(/[gyd]/g, "");
  const isUnicode = /[uv]/.test(own);
  const single = [...characters].filter(
    (character) => Array.from(character).length === 1 && (isUnicode || character.length === 1),
  );
  const nodes = [...atoms.keys()];
  const tests = nodes.map((node) => new RegExp(`^(?:${node.raw})$`, own.includes("s") ? own : `${own}s`));
  // The `s` above must not change what a dot means.
  const dots = new Set(nodes.flatMap((node, at) => (node.raw === "." && !own.includes("s") ? [at] : [])));
  const classes = new Map();
  for (const character of single) {
    const seen = tests.map((test, at) => (dots.has(at) ? !isLineEnd(character) : test.test(character)));
    const key = `${seen.map(Number).join("")}${isWord(character)}${isLineEnd(character)}`;
    if (!classes.has(key)) classes.set(key, { seen, sample: character });
  }
  const list = [...classes.values()];
  return {
    classes: list.map(({ sample }) => ({ sample, isWord: isWord(sample), isLineEnd: isLineEnd(sample) })),
    of: new Map(nodes.map((node, at) => [node, list.flatMap(({ seen }, index) => (seen[at] ? [index] : []))])),
  };
}

/** Thompson's automaton: nodes with empty edges, edges that ask something, and positions that read a character. */
function buildAutomaton(alternatives, alphabet) {
  const nodes = [];
  const positions = [];
  const node = () => nodes.push([]) - 1;
  const link = (from, to, asks = null) => nodes[from].push({ to, asks });

  const isSimple = (element) => alphabet.of.has(element);
  const element = (ast, from) => {
    switch (ast.type) {
      case "Group":
      case "CapturingGroup":
        return either(ast.alternatives, from);
      case "Quantifier":
        return quantified(ast, from);
      case "Assertion": {
        const to = node();
        link(from, to, ast);
        return to;
      }
      case "Backreference":
        throw new Error("a backreference cannot be judged");
      default: {
        const reads = alphabet.of.get(ast);
        if (!reads) throw new Error(`${ast.type} is not known`);
        const to = node();
        positions.push({ reads, to });
        nodes[from].push({ position: positions.length - 1 });
        return to;
      }
    }
  };
  const sequence = (elements, from) => elements.reduce((at, ast) => element(ast, at), from);
  const either = (options, from) => {
    const to = node();
    for (const option of options) {
      const start = node();
      link(from, start);
      link(sequence(option.elements, start), to);
    }
    return to;
  };
  const quantified = ({ min, max, element: inner }, from) => {
    let at = from;
    if (max === 0) return at;
    const isLoop = max > longestRun || (max > 1 && !isSimple(inner));
    for (let copy = 0; copy < Math.min(min - (isLoop ? 1 : 0), copies); copy += 1) at = element(inner, at);
    if (!isLoop) {
      const out = node();
      link(at, out);
      for (let copy = 0; copy < Math.min(max - min, copies); copy += 1) {
        at = element(inner, at);
        link(at, out);
      }
      return out;
    }
    const start = node();
    link(at, start);
    const end = element(inner, start);
    link(end, start);
    const out = node();
    link(end, out);
    if (min === 0) link(at, out);
    return out;
  };

  const start = node();
  const accept = either(alternatives, start);
  return { nodes, positions, start, accept };
}

/** Every way from a node over empty edges to a position or to the end, with what is asked on it. */
function waysFrom({ nodes, accept }, from) {
  const ways = [];
  const onPath = new Set();
  const walk = (at, asks) => {
    if (ways.length > maxPaths) throw new Error("too many ways to judge");
    if (onPath.has(at)) return;
    if (at === accept) ways.push({ accepts: true, asks });
    onPath.add(at);
    for (const edge of nodes[at]) {
      if ("position" in edge) ways.push({ position: edge.position, asks });
      else walk(edge.to, edge.asks ? [...asks, edge.asks] : asks);
    }
    onPath.delete(at);
  };
  walk(from, []);
  return ways;
}

/** The single atom that a lookbehind or lookahead consists of, or null. */
const loneAtom = (assertion) => {
  const [only, ...more] = assertion.alternatives;
  return more.length === 0 && only.elements.length === 1 ? only.elements[0] : null;
};

/**
 * Whether an assertion can hold between two classes of characters; `null` stands for the edge of the text and
 * `undefined` for a class that is not known. "maybe" when it depends on more than these.
 */
function canHold(assertion, before, after, { alphabet, isMultiline }) {
  const classOf = (index) => (index === null || index === undefined ? index : alphabet.classes[index]);
  const [left, right] = [classOf(before), classOf(after)];
  switch (assertion.kind) {
    case "start":
      return left === undefined ? "maybe" : left === null || (isMultiline && left.isLineEnd);
    case "end":
      return right === undefined ? "maybe" : right === null || (isMultiline && right.isLineEnd);
    case "word": {
      if (left === undefined || right === undefined) return "maybe";
      return ((left?.isWord ?? false) !== (right?.isWord ?? false)) !== assertion.negate;
    }
    default: {
      const atom = loneAtom(assertion);
      const reads = atom && alphabet.of.get(atom);
      const side = assertion.kind === "lookahead" ? after : before;
      if (!reads || side === undefined) return "maybe";
      return (side !== null && reads.includes(side)) !== assertion.negate;
    }
  }
}

/** Assertions that look at the character before them. */
const looksBack = (assertion) =>
  assertion.kind === "start" || assertion.kind === "word" || assertion.kind === "lookbehind";

/**
 * The automaton without empty edges. States are positions and the beginnings of a search, each with the class that was
 * read last where something asks for it.
 */
function openStates(automaton, world) {
  const { alphabet, isSearch } = world;
  const { positions } = automaton;
  const ways = positions.map(({ to }) => waysFrom(automaton, to));
  const first = waysFrom(automaton, automaton.start);
  const count = alphabet.classes.length;
  const states = [];
  const index = new Map();
  const asksBack = (options) => options.some(({ asks }) => asks.some(looksBack));
  const [backFirst, backAt] = [asksBack(first), ways.map(asksBack)];
  const state = (position, last) => {
    const read = last === null || (position < 0 ? backFirst : backAt[position]) ? last : undefined;
    const key = `${position} ${read}`;
    let at = index.get(key);
    if (at === undefined) {
      at = states.push({ position, read, next: null }) - 1;
      index.set(key, at);
    }
    return at;
  };
  const begin = state(-1, null);
  /** For each class that comes next: states with the number of ways to each. */
  const step = (at) => {
    const { position, read, next } = states[at];
    if (next) return next;
    const found = Array.from({ length: count }, () => new Map());
    for (const way of position < 0 ? first : ways[position]) {
      if (way.accepts) continue;
      for (const one of positions[way.position].reads) {
        if (way.asks.some((asks) => canHold(asks, read, one, world) === false)) continue;
        const to = state(way.position, one);
        found[one].set(to, (found[one].get(to) ?? 0) + 1);
      }
    }
    states[at].next = found;
    return found;
  };
  /** Whether an attempt that is here has matched for sure when this class, or the end (null), comes next. */
  const accepts = (at, next) => {
    const { position, read } = states[at];
    return (position < 0 ? first : ways[position]).some(
      (way) => way.accepts && way.asks.every((asks) => canHold(asks, read, next, world) === true),
    );
  };
  /** Where a search may begin after each class. */
  const beginnings = isSearch ? alphabet.classes.map((_, read) => state(-1, read)) : [];
  return { states, begin, step, accepts, beginnings, count };
}

/**
 * Strongly connected components that hold a loop.
 * @param targets of a node, which is a number or a text
 */
function loopsOf(roots, targets) {
  const number = new Map();
  const low = new Map();
  const open = new Set();
  const stack = [];
  const loops = [];
  for (const root of roots) {
    if (number.has(root)) continue;
    const work = [];
    const enter = (at) => {
      number.set(at, number.size);
      low.set(at, number.get(at));
      open.add(at);
      stack.push(at);
      work.push({ at, todo: [...new Set(targets(at))] });
    };
    const lower = (at, value) => low.set(at, Math.min(low.get(at), value));
    enter(root);
    while (work.length > 0) {
      const { at, todo } = work.at(-1);
      const to = todo.pop();
      if (to !== undefined) {
        if (!number.has(to)) enter(to);
        else if (open.has(to)) lower(at, number.get(to));
        continue;
      }
      work.pop();
      if (work.length > 0) lower(work.at(-1).at, low.get(at));
      if (low.get(at) !== number.get(at)) continue;
      const members = stack.splice(stack.indexOf(at));
      for (const one of members) open.delete(one);
      if (members.length > 1 || targets(at).includes(at)) loops.push(members);
    }
  }
  return loops;
}

/** A shortest word over which `walk` leads from one of the starts to a goal, or null. */
function findWord(starts, isGoal, moves) {
  const seen = new Map(starts.map((start) => [start.join(), null]));
  let front = starts;
  while (front.length > 0) {
    const next = [];
    for (const at of front) {
      for (const { by, to } of moves(at)) {
        const key = to.join();
        if (isGoal(to, by)) {
          const word = [by];
          for (let back = seen.get(at.join()); back; back = seen.get(back.from.join())) word.unshift(back.by);
          return word;
        }
        if (seen.has(key)) continue;
        seen.set(key, { from: at, by });
        if (seen.size > 400_000) throw new Error("too large to judge");
        next.push(to);
      }
    }
    front = next;
  }
  return null;
}

/** One attempt over a word: the states it may be in, or null when it has matched by then. */
function attempt({ step, accepts }, set, word) {
  let now = set;
  for (const by of word) {
    if ([...now].some((at) => accepts(at, by))) return null;
    now = new Set([...now].flatMap((at) => [...step(at)[by].keys()]));
  }
  return now;
}

/** Whether some text after these states makes the attempt fail. */
function canFail(machine, set) {
  const seen = new Set();
  const queue = [set];
  for (const now of queue) {
    if (now.size === 0) return true;
    const key = [...now].sort((a, b) => a - b).join();
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > maxSets) return true;
    if (![...now].some((at) => machine.accepts(at, null))) return true;
    for (let by = 0; by < machine.count; by += 1) {
      const next = attempt(machine, now, [by]);
      if (next) queue.push(next);
    }
  }
  return false;
}

/** Members of a loop that are tried: a danger shows at each of them, but not each word that shows it can fail. */
const tries = 4;

function analyzeAlternatives(alternatives, world) {
  const machine = openStates(buildAutomaton(alternatives, world.alphabet), world);
  const { states, step, accepts, begin, beginnings, count } = machine;
  const roots = [...new Set([begin, ...beginnings])];
  const words = (word) => word.map((by) => world.alphabet.classes[by].sample).join("");
  const classes = Array.from({ length: count }, (_, by) => by);
  const go = (at, by) => (accepts(at, by) ? [] : [...step(at)[by].keys()]);
  const loops = loopsOf(roots, (at) => classes.flatMap((by) => go(at, by)));
  const loopOf = new Map(loops.flatMap((members, loop) => members.map((at) => [at, loop])));
  const stay = (at, by) => go(at, by).filter((to) => loopOf.get(to) === loopOf.get(at));

  /** A shortest word to each state, none of which has matched on the way. */
  const reach = new Map(roots.map((root) => [root, { root, word: [] }]));
  for (const [at, { root, word }] of reach)
    for (const by of classes)
      for (const to of go(at, by)) if (!reach.has(to)) reach.set(to, { root, word: [...word, by] });

  /** The word `v` is a danger only when an attempt that has read it often can still fail. */
  const proves = (start, before, v) => {
    const set = attempt(machine, new Set([start]), [...before, ...v, ...v, ...v]);
    return set !== null && set.size > 0 && canFail(machine, set);
  };
  const provesAt = (at, v) => proves(reach.get(at).root, reach.get(at).word, v);

  const pairMoves = ([a, b]) =>
    classes.flatMap((by) => {
      const rights = stay(b, by);
      return rights.length === 0
        ? []
        : stay(a, by).flatMap((left) => rights.map((right) => ({ by, to: [left, right] })));
    });
  /** Loops of two states that read the same text. */
  const pairLoops = (left, right) =>
    loopsOf(
      left.flatMap((a) => right.map((b) => `${a},${b}`)),
      (key) => pairMoves(key.split(",").map(Number)).map(({ to }) => to.join()),
    ).map((members) => members.map((key) => key.split(",").map(Number)));

  for (const members of loops) {
    // Two ways over empty edges alone: `(a*)*`.
    for (const at of members)
      for (const by of classes)
        for (const [to, ways] of step(at)[by]) {
          if (ways < 2 || loopOf.get(to) !== loopOf.get(at)) continue;
          const moves = ([one]) => classes.flatMap((d) => stay(one, d).map((next) => ({ by: d, to: [next] })));
          const back = to === at ? [] : findWord([[to]], ([one]) => one === at, moves);
          if (back && provesAt(at, [by, ...back])) return { degree: "exponential", word: words([by, ...back]) };
        }
    // Two ways that part and meet again: `(a|a)*`.
    for (const pairs of pairLoops(members, members)) {
      const same = pairs.find(([a, b]) => a === b);
      const apart = pairs.find(([a, b]) => a !== b);
      if (!same || !apart) continue;
      const is = (wanted) => (pair) => pair.join() === wanted.join();
      const v = [...(findWord([same], is(apart), pairMoves) ?? []), ...(findWord([apart], is(same), pairMoves) ?? [])];
      if (provesAt(same[0], v)) return { degree: "exponential", word: words(v) };
    }
  }

  // One attempt for each beginning, each of which reads on: `\s+$`.
  for (const members of loops)
    for (const loop of members.slice(0, tries))
      for (const start of new Set(beginnings)) {
        const { read } = states[start];
        const v = findWord(
          [[start, loop]],
          ([a, b], by) => a === loop && b === loop && (read === undefined || read === by),
          ([a, b]) =>
            classes.flatMap((by) => {
              const rights = stay(b, by);
              if (rights.length === 0) return [];
              const lefts = [...(states[a].position < 0 ? [beginnings[by]] : []), ...go(a, by)];
              return rights.flatMap((right) => lefts.map((left) => ({ by, to: [left, right] })));
            }),
        );
        if (v && proves(start, [], v)) return { degree: "polynomial", word: words(v) };
      }

  // Two loops that may part the same text between them: `a+a+$`.
  for (const left of loops)
    for (const right of loops) {
      if (left === right) continue;
      for (const pairs of pairLoops(left, right))
        for (const [p, q] of pairs.slice(0, tries)) {
          const v = findWord(
            [[p, p, q]],
            ([a, b, c]) => a === p && b === q && c === q,
            ([a, b, c]) =>
              classes.flatMap((by) => {
                const lefts = stay(a, by);
                const rights = lefts.length > 0 ? stay(c, by) : [];
                const middles = rights.length > 0 ? go(b, by) : [];
                return middles.flatMap((middle) =>
                  lefts.flatMap((one) => rights.map((other) => ({ by, to: [one, middle, other] }))),
                );
              }),
          );
          if (v && provesAt(p, v)) return { degree: "polynomial", word: words(v) };
        }
    }
  return null;
}

/**
 * Null when the time of an expression grows with the text and no faster; else how it grows and a word that, repeated,
 * makes it so. Lookarounds are taken to hold, and judged by themselves.
 * @param {string} source
 * @param {string} flags
 * @returns {{ degree: "polynomial" | "exponential" | "unknown", word: string } | null}
 */
export function analyzeExpression(source, flags) {
  if (!/[*+]|\{\d+,\}|\{\d+(?:,\d+)?\}/.test(source)) return null;
  try {
    const pattern = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, {
      unicode: flags.includes("u"),
      unicodeSets: flags.includes("v"),
    });
    const alphabet = openAlphabet(pattern, flags);
    const isMultiline = flags.includes("m");
    const isSearch = !flags.includes("y");
    const found = analyzeAlternatives(pattern.alternatives, { alphabet, isMultiline, isSearch });
    if (found) return found;
    const inner = [];
    visitRegExpAST(pattern, {
      onQuantifierEnter: (node) => {
        for (let at = node.parent; at; at = at.parent)
          if (at.type === "Assertion" && !inner.includes(at)) inner.push(at);
      },
    });
    for (const node of inner) {
      const before = node.parent.elements?.slice(0, node.parent.elements.indexOf(node)) ?? [];
      const isOnce =
        node.parent.parent === pattern &&
        !isMultiline &&
        before.some(({ kind }) => kind === "start") &&
        before.every(({ type }) => type === "Assertion");
      if (node.kind === "lookbehind") return { degree: "unknown", word: `a lookbehind with a quantifier: ${node.raw}` };
      const worse = analyzeAlternatives(node.alternatives, { alphabet, isMultiline, isSearch: !isOnce });
      if (worse) return worse;
    }
    return null;
  } catch (error) {
    return { degree: "unknown", word: error instanceof Error ? error.message : String(error) };
  }
}
