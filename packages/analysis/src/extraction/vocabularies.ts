import arabic from './vocabulary/arabic.json' with { type: 'json' };
import chinese from './vocabulary/chinese.json' with { type: 'json' };
import dutch from './vocabulary/dutch.json' with { type: 'json' };
import english from './vocabulary/english.json' with { type: 'json' };
import french from './vocabulary/french.json' with { type: 'json' };
import german from './vocabulary/german.json' with { type: 'json' };
import italian from './vocabulary/italian.json' with { type: 'json' };
import spanish from './vocabulary/spanish.json' with { type: 'json' };

/** The labels of one language by concept, in lower case and without accents; those that mean it most come first. */
export type Vocabulary = Readonly<Record<string, readonly string[]>>;

/** By the name of the language. The order tells which label of a concept is looked for first. */
export const VOCABULARIES: ReadonlyMap<string, Vocabulary> = new Map<string, Vocabulary>([
  ['english', english],
  ['german', german],
  ['french', french],
  ['spanish', spanish],
  ['italian', italian],
  ['dutch', dutch],
  ['chinese', chinese],
  ['arabic', arabic],
]);
