import { createRememberedReading } from './create-remembered-reading.ts'
import type { FactClass } from './fact-class.ts'
import { splitSentences } from './sentences.ts'

/** Words of a person who has settled something, and of one who has found out why something is so. */
const settled = new RegExp(
  [
    "\\b(?:I|we)(?:['’]ve| have)? (?:decided|chose|opted|settled on|went with|switched (?:to|from)|agreed|reverted|rolled back)\\b",
    "\\b(?:I|we)(?:['’]ll| will) (?:go with|stick with|switch to [^.]{1,80} (?:instead|because|since))\\b",
    // What stays as it is, or where; to keep something clear or going settles nothing.
    "\\b(?:I|we)(?:['’]ll| will) keep [^.]{1,80}\\b(?:untouched|unchanged|as[- ]is|in place|intact|separate|read-only|out of|compatible|the same|existing|original)\\b",
    "\\bdecision:|\\b(?:(?:I['’]m |we['’]re |is )?going with|(?:the )?root cause (?:is|was|of)|chosen (?:because|over))\\b",
    '\\bthe (?:actual |real )?(?:issue|problem|bug|reason) (?:is|was) (?:that|because|caused by)\\b',
    '\\b(?:best|right|simplest|cleanest|correct|safer) (?:approach|solution|fix|option|choice) (?:is|was)\\b',
    '\\b(?:fix|solution) (?:is|was) to\\b|(?<!\\b(?:is|be|if|was) )\\bfixed by\\b',
    "(?:^|\\s)(?:nous avons décidé|j['’]ai décidé|j['’]ai choisi|la décision|la cause racine est|le (?:vrai )?problème (?:est que|vient de|venait de)|la solution (?:retenue|choisie|consiste)|je vais (?:opter|garder))(?!\\p{L})",
  ].join('|'),
  'iu',
)

const open =
  /[?？]\s*$|^(?:should|shall|would|could|do|does|what|why|how|if)\b|\b(?:option [A-C1-3]|could|might|maybe|perhaps|either)\b/i

/** Sentences in which the assistant settled something. */
export const decisionClass: FactClass = {
  id: 'decision',
  label: 'Decisions',
  isFounder: () => true,
  phrases: (parts) => [
    ...new Set(
      parts
        .flat()
        .flatMap((part) =>
          part.kind === 'assistant-text' || part.kind === 'summary' ? decisionsIn(part) : [],
        ),
    ),
  ],
}

const decisionsIn = createRememberedReading(({ text }) =>
  splitSentences(text).filter((sentence) => settled.test(sentence) && !open.test(sentence)),
)
