import type { Pool } from "pg";
import { includedRewrites } from "#src/features/runs/rules.ts";

const laws = `
  select 'a transaction does not add up to 0' as law, count(*)::int as n
    from (select transaction_id from coin_entry group by 1 having sum(amount) <> 0) t
  union all select 'a transaction has not two sides', count(*)::int
    from (select t.id from coin_transaction t left join coin_entry e on e.transaction_id = t.id group by 1 having count(e.id) <> 2) t
  union all select 'a balance is not the sum of its entries', count(*)::int
    from (select a.id from coin_account a left join coin_entry e on e.account_id = a.id
           where a.owner is not null group by a.id having a.balance <> coalesce(sum(e.amount), 0)) t
  union all select 'somebody is below 0', count(*)::int from coin_account where balance < 0
  union all select 'held coins are not the open holds', count(*)::int
    from coin_account a where a.kind = 'held'
     and a.balance <> (select coalesce(sum(h.coins), 0) from coin_hold h where h.owner = a.owner and h.state = 'held')
  union all select 'a hold was settled more or less than once', count(*)::int
    from coin_hold h where (h.state <> 'held') <> exists (select 1 from coin_transaction t where t.idempotency_key = 'settle:' || h.id)
  union all select 'a settled hold has the wrong transaction', count(*)::int
    from coin_hold h join coin_transaction t on t.idempotency_key = 'settle:' || h.id
   where t.reason <> case h.state when 'captured' then 'capture' else 'release' end
  union all select 'a run and its hold disagree', count(*)::int
    from run r left join coin_hold h on h.id = r.id where case when r.coins = 0 then h.id is not null
     else h.state is distinct from r.coins_state or h.coins is distinct from r.coins end
  union all select 'a rewritten section and its hold disagree', count(*)::int
    from rewrite w left join coin_hold h on h.id = w.id where case when w.coins = 0 then h.id is not null
     else h.state is distinct from w.coins_state or h.coins is distinct from w.coins end
  union all select 'a run has brought more included rewrites than it has', count(*)::int
    from (select run_id from rewrite where is_included and coins_state <> 'released'
           group by run_id having count(*) > ${includedRewrites}) t
  union all select 'an included rewrite costs something, or another nothing', count(*)::int
    from rewrite w where w.is_included <> (w.coins = 0)
  union all select 'a returned result and its refund disagree', count(*)::int
    from run r left join coin_transaction t on t.idempotency_key = 'refund:run:' || r.id
    left join coin_entry e on e.transaction_id = t.id and e.amount > 0
   where (r.returned_at is not null and r.coins > 0) <> (t.id is not null) or e.amount <> r.coins
  union all select 'a paid order and its coins disagree', count(*)::int
    from payment_order o left join coin_transaction t on t.idempotency_key = 'order:' || o.id
    left join coin_entry e on e.transaction_id = t.id and e.amount > 0
   where (o.status = 'paid' and o.coins > 0) <> (t.id is not null) or e.amount <> o.coins
  union all select 'coins that went back are not those of the order', count(*)::int
    from payment_order o where o.coins_back <> (select coalesce(-sum(e.amount), 0) from coin_transaction t
      join coin_entry e on e.transaction_id = t.id join coin_account a on a.id = e.account_id and a.kind = 'person'
      where t.idempotency_key like 'reversal:' || o.id || ':%')
  union all select 'a coupon was used more often than it may', count(*)::int
    from coupon where most_uses is not null and uses > most_uses
  union all select 'a rewarded invite and the coins of a side disagree', count(*)::int
    from referral f cross join (values ('invited'), ('inviter')) as s (side)
    left join coin_transaction t on t.idempotency_key = 'reward:invite:' || f.id || ':' || s.side
    left join coin_entry e on e.transaction_id = t.id and e.amount > 0
   where (f.coins > 0 and f.rewarded_at is not null and (s.side = 'invited' or f.is_inviter_paid)) <> (t.id is not null)
      or e.amount <> f.coins
  union all select 'a succeeded run has not one revision', count(*)::int
    from run r where (r.status = 'succeeded' and r.revision_purged_at is null) <> ((select count(*) from revision v where v.run_id = r.id) = 1)`;

/** The laws of money and runs, for everybody in the database at once. Empty when they hold. */
export async function brokenLaws(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ law: string; n: number }>(laws);
  return rows.filter((row) => row.n > 0).map((row) => `${row.law}: ${row.n}`);
}
