import { foldText } from "#src/features/leads/rules.ts";
import type { Bilingual } from "../kit/bilingual.ts";

/*
 * Lines of trade as people name them, as OpenStreetMap tags them, and as the French register classifies them. Tags in
 * wide use only; codes are those of NAF rev. 2.
 */

interface Branch {
  title: Bilingual;
  /** Any of them. */
  tags: readonly string[];
  naf: readonly string[];
  /** Beginnings of words by which people name it, folded and in the languages of the product, separated by commas. */
  words: string;
}

const branch = (title: Bilingual, tags: string, naf: string, words: string): Branch => ({
  title,
  tags: tags.split(" "),
  naf: naf === "" ? [] : naf.split(" "),
  words,
});

export const branches = {
  bakery: branch(
    "Bakeries | Bäckereien",
    "shop=bakery shop=pastry",
    "10.71C 10.71D",
    "bakeri,bakery,backer,konditor,boulanger",
  ),
  butcher: branch("Butchers | Metzgereien", "shop=butcher", "47.22Z", "butcher,metzger,fleischer,boucher"),
  supermarket: branch(
    "Grocers | Lebensmittelmärkte",
    "shop=supermarket shop=convenience shop=organic shop=farm",
    "47.11D 47.11F",
    "grocer,supermarket,supermarkt,lebensmittel,hofladen,bioladen,farm shop",
  ),
  restaurant: branch(
    "Restaurants | Restaurants",
    "amenity=restaurant",
    "56.10A",
    "restaurant,gastronom,gasthof,gasthaus",
  ),
  cafe: branch("Cafés | Cafés", "amenity=cafe", "56.30Z", "cafe,coffee,kaffee"),
  bar: branch("Bars and pubs | Bars und Kneipen", "amenity=bar amenity=pub", "56.30Z", "pub,pubs,bars,kneipe"),
  caterer: branch("Caterers | Catering", "craft=caterer", "56.21Z", "cater,traiteur"),
  hotel: branch(
    "Hotels | Hotels",
    "tourism=hotel tourism=guest_house",
    "55.10Z",
    "hotel,pension,guest house,guesthouse",
  ),
  brewery: branch("Breweries | Brauereien", "craft=brewery", "11.05Z", "brewer,brauerei"),
  winery: branch("Wineries | Weingüter", "craft=winery", "11.02A 11.02B", "winer,weingut,winzer"),
  pharmacy: branch("Pharmacies | Apotheken", "amenity=pharmacy", "47.73Z", "pharmac,apothek,chemist"),
  doctor: branch(
    "Doctors | Arztpraxen",
    "amenity=doctors healthcare=doctor",
    "86.21Z",
    "doctor,arzt,hausarzt,arztprax,surger",
  ),
  dentist: branch(
    "Dentists | Zahnarztpraxen",
    "amenity=dentist healthcare=dentist",
    "86.23Z",
    "dentist,dental,zahnarzt,zahnmed",
  ),
  physiotherapist: branch(
    "Physiotherapists | Physiotherapie",
    "healthcare=physiotherapist",
    "86.90E",
    "physio,krankengymnast",
  ),
  vet: branch("Vets | Tierarztpraxen", "amenity=veterinary", "75.00Z", "vet,vets,veterin,tierarzt,tieraerzt"),
  optician: branch("Opticians | Optiker", "shop=optician", "47.78A", "optici,optik"),
  nursingHome: branch(
    "Care homes | Pflegeheime",
    "social_facility=nursing_home amenity=nursing_home",
    "87.10A",
    "nursing home,care home,pflegeheim,altenheim,seniorenheim",
  ),
  kindergarten: branch(
    "Nurseries | Kindergärten",
    "amenity=kindergarten amenity=childcare",
    "88.91A",
    "nurser,kindergart,kita,creche",
  ),
  school: branch("Schools | Schulen", "amenity=school", "85.31G", "school,schule"),
  drivingSchool: branch(
    "Driving schools | Fahrschulen",
    "amenity=driving_school",
    "85.53Z",
    "driving school,fahrschul",
  ),
  lawyer: branch(
    "Law firms | Anwaltskanzleien",
    "office=lawyer",
    "69.10Z",
    "lawyer,law firm,law office,solicitor,anwalt,rechtsanw,kanzlei",
  ),
  taxAdviser: branch(
    "Accountants | Steuerberatungen",
    "office=tax_advisor office=accountant",
    "69.20Z",
    "accountant,tax advis,tax consult,steuerberat",
  ),
  architect: branch("Architects | Architekturbüros", "office=architect", "71.11Z", "architect,architekt"),
  engineer: branch("Engineering firms | Ingenieurbüros", "office=engineer", "71.12B", "engineering,ingenieur"),
  estateAgent: branch(
    "Estate agents | Immobilienbüros",
    "office=estate_agent",
    "68.31Z",
    "estate agent,realtor,immobilien,makler",
  ),
  insurance: branch("Insurance agents | Versicherungsbüros", "office=insurance", "66.22Z", "insur,versicherung"),
  itCompany: branch("IT companies | IT-Firmen", "office=it", "62.01Z 62.02A", "it compan,it firm,it-firm,software"),
  advertising: branch(
    "Advertising agencies | Werbeagenturen",
    "office=advertising_agency",
    "73.11Z",
    "advertis,marketing agenc,werbeagentur,agentur",
  ),
  staffing: branch(
    "Staffing agencies | Personaldienstleister",
    "office=employment_agency",
    "78.10Z 78.20Z",
    "staffing,employment agenc,recruit,personaldienst,zeitarbeit",
  ),
  coworking: branch(
    "Coworking spaces | Coworking-Spaces",
    "amenity=coworking_space office=coworking",
    "",
    "cowork,co-work",
  ),
  association: branch(
    "Associations | Vereine und Verbände",
    "office=association office=ngo",
    "94.99Z",
    "association,charit,verein,verband",
  ),
  carpenter: branch(
    "Joiners and carpenters | Tischlereien",
    "craft=carpenter craft=joiner",
    "43.32A 16.23Z",
    "joiner,carpent,tischler,schreiner,menuis",
  ),
  electrician: branch("Electricians | Elektrobetriebe", "craft=electrician", "43.21A", "electrici,elektro"),
  plumber: branch(
    "Plumbing and heating | Sanitär und Heizung",
    "craft=plumber craft=hvac",
    "43.22A 43.22B",
    "plumb,heating,sanitar,heizung,klempner",
  ),
  painter: branch("Painters | Malerbetriebe", "craft=painter", "43.34Z", "painter,maler"),
  roofer: branch("Roofers | Dachdeckereien", "craft=roofer", "43.91B", "roofer,roofs,roofing,dachdeck"),
  gardener: branch(
    "Gardeners | Gartenbaubetriebe",
    "craft=gardener shop=garden_centre",
    "81.30Z",
    "garden,landscap,gartner,gartenbau",
  ),
  metalworker: branch(
    "Metalworkers | Metallbaubetriebe",
    "craft=metal_construction craft=blacksmith",
    "25.11Z 25.12Z",
    "metal,schlosser,schmied,blacksmith",
  ),
  printer: branch(
    "Printers | Druckereien",
    "shop=copyshop craft=printer craft=print_shop",
    "18.12Z",
    "printer,printing,druckerei",
  ),
  photographer: branch(
    "Photographers | Fotostudios",
    "craft=photographer shop=photo",
    "74.20Z",
    "photograph,fotograf,fotostudio",
  ),
  carRepair: branch("Garages | Autowerkstätten", "shop=car_repair", "45.20A", "car repair,garage,autowerkstatt,kfz"),
  carDealer: branch("Car dealers | Autohäuser", "shop=car", "45.11Z", "car dealer,autohaus,autohauser"),
  bicycle: branch(
    "Bicycle shops | Fahrradläden",
    "shop=bicycle",
    "47.64Z",
    "bicycle shop,bike shop,fahrradlad,fahrradhand",
  ),
  hairdresser: branch("Hairdressers | Friseure", "shop=hairdresser", "96.02A", "hairdress,barber,friseur,frisor"),
  beauty: branch("Beauty salons | Kosmetikstudios", "shop=beauty", "96.02B", "beauty,kosmetik,nail"),
  gym: branch("Gyms | Fitnessstudios", "leisure=fitness_centre", "93.13Z", "gym,fitness"),
  florist: branch("Florists | Blumenläden", "shop=florist", "47.76Z", "florist,blumen"),
  clothes: branch(
    "Clothes shops | Modegeschäfte",
    "shop=clothes shop=boutique",
    "47.71Z",
    "clothes,fashion,modegesch,modelad,modehaus,boutique",
  ),
  furniture: branch(
    "Furniture shops | Möbelhäuser",
    "shop=furniture shop=interior_decoration",
    "47.59A",
    "furniture,mobel",
  ),
  bookshop: branch(
    "Bookshops | Buchhandlungen",
    "shop=books",
    "47.61Z",
    "book shop,bookshop,bookstore,buchhand,buchlad",
  ),
  hardware: branch(
    "Hardware shops | Baumärkte",
    "shop=hardware shop=doityourself",
    "47.52A 47.52B",
    "hardware,diy,baumarkt,baumarkte,eisenwaren",
  ),
  travelAgency: branch("Travel agencies | Reisebüros", "shop=travel_agency", "79.11Z", "travel agen,reiseburo"),
} as const satisfies Record<string, Branch>;
export type BranchKey = keyof typeof branches;
export const branchKeys = Object.keys(branches) as BranchKey[];

/** Titles by key, as options of a form. */
export const branchTitles = Object.fromEntries(branchKeys.map((key) => [key, branches[key].title])) as Record<
  BranchKey,
  Bilingual
>;

/** What is asked for too seldom for the list of the form, and has a tag anyway. */
const moreWords: readonly (readonly [words: string, tags: string])[] = [
  ["boat build,boatbuild,bootsbau", "craft=boatbuilder"],
  [
    "harp maker,piano maker,piano build,instrument maker,luthier,klavierbau,geigenbau,instrumentenbau",
    "craft=musical_instrument craft=piano_tuner",
  ],
  ["church,parish,kirche,kirchgemeinde,pfarrei", "amenity=place_of_worship"],
  ["town hall,municipalit,rathaus,stadtverwaltung", "amenity=townhall"],
  ["museum,museen", "tourism=museum"],
  ["cinema,kino,kinos", "amenity=cinema"],
  ["theatre,theater", "amenity=theatre"],
  ["camp site,campsite,campingplatz", "tourism=camp_site"],
  ["bank,banks,banken,sparkasse", "amenity=bank"],
  ["jewel,juwelier,goldschmied", "shop=jewelry craft=jeweller"],
  ["shoemaker,schuster,schuhmacher", "craft=shoemaker shop=shoe_repair"],
  ["tailor,schneider", "craft=tailor shop=tailor"],
  ["stonemason,steinmetz", "craft=stonemason"],
  ["petrol station,gas station,tankstelle", "amenity=fuel"],
  ["farm,farms,farmer,landwirt,bauernhof", "landuse=farmyard place=farm"],
];

const fold = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}=_:*-]+/gu, " ")
    .trim();
const has = (folded: string, words: string): boolean =>
  words.split(",").some((word) =>
    // Few letters name a thing only when they are the whole word, or its plural.
    word.length <= 4
      ? ` ${folded} `.includes(` ${word} `) || ` ${folded} `.includes(` ${word}s `)
      : ` ${folded}`.includes(` ${word}`),
  );

/** A tag as a map takes it, such as `shop=bakery`, of a key under which businesses are found. */
export const isTag = (text: string): boolean =>
  /^(?:shop|office|craft|amenity|healthcare|tourism|leisure|industrial|club|social_facility|landuse|place|man_made)=[a-z0-9_]{2,60}$/.test(
    text,
  );

/** Tags for a trade in a person's own words; empty when nothing is known. A tag is its own answer. */
export function tagsInWords(text: string): string[] {
  const folded = fold(text);
  if (isTag(folded)) return [folded];
  const known = branchKeys.filter((key) => has(folded, branches[key].words)).flatMap((key) => branches[key].tags);
  return known.length > 0
    ? [...new Set<string>(known)]
    : moreWords.filter(([words]) => has(folded, words)).flatMap(([, tags]) => tags.split(" "));
}

/** The trade that some tags of a business stand for, by the first that fits; the tag's value where none does. */
export function branchOfTags(tags: Readonly<Record<string, string>>): string {
  const held = new Set(Object.entries(tags).map(([key, value]) => `${key}=${value}`));
  const known = branchKeys.find((key) => branches[key].tags.some((tag) => held.has(tag)));
  if (known) return known;
  const value = ["shop", "office", "craft", "healthcare", "amenity", "tourism", "leisure"]
    .map((key) => tags[key])
    .find((one) => one !== undefined && one !== "yes");
  return value ?? "";
}

/** Name of a trade for people: a known one by its title, a value of a tag in plain words, else as it was written. */
export const branchTitle = (name: string): Bilingual => {
  if (Object.hasOwn(branches, name)) return branches[name as BranchKey].title;
  const plain = name.replaceAll("_", " ").replaceAll("|", "/");
  const shown = plain.charAt(0).toUpperCase() + plain.slice(1);
  return `${shown} | ${shown}`;
};
