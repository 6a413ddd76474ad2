import { sentencesOf } from '../../engine/facts/sentences.ts'
import type { FactClass } from './fact-class.ts'

/** Words of a person who has settled something, and of one who has found out why something is so. */
const settled =
  /\b(?:(?:I|we)(?:['’]ve| have)? (?:decided|chose|opted|settled on|went with|switched (?:to|from)|agreed)|(?:I|we)(?:['’]ll| will) (?:go with|switch to|keep|stick with)|decision:|(?:I['’]m |we['’]re |is )?going with|(?:the )?root cause (?:is|was|of)|the (?:actual |real )?(?:issue|problem|bug|reason) (?:is|was) (?:that|because|caused by)|(?:the )?(?:best|right|simplest|cleanest|correct) (?:approach|solution|fix|option|choice) (?:is|was)|(?:the )?(?:fix|solution) (?:is|was) to|fixed by|chosen (?:because|over)|reverted (?:to|the)|rolled back)\b|(?:^|\s)(?:nous avons décidé|j['’]ai décidé|j['’]ai choisi|la décision|la cause racine est|le (?:vrai )?problème (?:est que|vient de|venait de)|la solution (?:retenue|choisie|consiste)|je vais (?:opter|garder))(?!\p{L})/iu
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
          part.kind === 'assistant-text' || part.kind === 'summary' ? sentencesOf(part.text) : [],
        )
        .filter((sentence) => settled.test(sentence) && !open.test(sentence)),
    ),
  ],
}
