import { type TextTokens, tokenKinds } from './tokenise-text.ts'

/** What of a rule must not get lost when it is told in other words: that it forbids, that it limits, a number. */
export type Force = (texts: readonly string[], at: number) => boolean

/** Words that turn around what follows, in small letters. `n't` is cut off its verb. */
const negators: ReadonlySet<string> = new Set(
  `not never no without isn aren wasn weren doesn didn couldn cannot hasn haven hadn nothing none nor zero 0 unable ne pas
  jamais aucun aucune sans non nicht nie kein keine keinen ohne nunca sin sem não ningún nenhum`.split(/\s+/),
)

/** Whether a word turns around what is told after it. `can` does before `t` alone. */
export function isNegator(word: string, next: string | undefined): boolean {
  if (word === 'can' || word === 'don' || word === 'won') return next === 't'
  return negators.has(word) || /^[未没尚][\p{Script=Han}]?$/u.test(word) || word.startsWith('不')
}

/** Words that forbid without a negation, and those that keep to one thing, in small letters. */
const forbidding = new Set(
  `avoid avoids avoiding refrain forbid forbids forbidden prohibit prohibits prohibited ban bans banned disallow disallowed
  exclude excluding except rather instead interdit interdite interdits évite éviter évitez exclu proscrit sauf plutôt lieu
  niemals keinesfalls keiner keinem verboten vermeide vermeiden untersagt statt anstatt prohibido prohibida evita evitar excepto proibido proibida evite exceto
  禁止 避免 不要 勿 なし ない せず`.split(/\s+/),
)
const limiting = new Set(
  `only solely exclusively just limit limited nothing uniquement seulement exclusivement strictement seul seule nur lediglich
  ausschließlich ausschliesslich bloß solo sólo solamente únicamente unicamente exclusivamente só somente apenas 仅限 のみ だけ`.split(
    /\s+/,
  ),
)

const forbids: Force = (texts, at) => {
  const word = texts[at] ?? ''
  return isNegator(word, texts[at + 1]) || forbidding.has(word)
}
const limits: Force = (texts, at) => limiting.has(texts[at] ?? '')

/** What gives a rule its force. Each once; nothing for a rule that only asks for something. */
export function findRuleForces({ texts, kinds }: TextTokens): readonly Force[] {
  const places = texts.flatMap((_, at) => (kinds[at] === tokenKinds.word ? [at] : []))
  const numbers = new Set(places.flatMap((at) => (/^\d+$/.test(texts[at] ?? '') ? [texts[at] ?? ''] : [])))
  return [
    ...[forbids, limits].filter((force) => places.some((at) => force(texts, at))),
    ...[...numbers].map(
      (number): Force =>
        (others, at) =>
          others[at] === number,
    ),
  ]
}

/** Words before and behind a mention in which its force has to stand. */
const mostAround = 12

/**
 * The end of a mention with all of its force: within it, or on its line before or behind it. Null where some of that is
 * missing. What stands before does not move the end, so that a text that goes on says the same of its beginning.
 */
export function findEndWithForce(
  tokens: TextTokens,
  { from, to }: { readonly from: number; readonly to: number },
  forces: readonly Force[],
): number | null {
  let end = to
  for (const force of forces) {
    const [before, behind] = [findLineReach(tokens, from - 1, -1), findLineReach(tokens, to, 1)]
    let at = before
    while (at < behind && !force(tokens.texts, at)) at += 1
    if (at >= behind) return null
    end = Math.max(end, at + 1)
  }
  return end
}

/** How far a line goes on from a token, most so many words: the first token, or the one after the last. */
function findLineReach({ kinds }: TextTokens, start: number, step: -1 | 1): number {
  let at = start
  for (let words = 0; at >= 0 && at < kinds.length && words < mostAround; at += step) {
    if (kinds[at] === tokenKinds.line || kinds[at] === tokenKinds.blank) break
    if (kinds[at] === tokenKinds.word) words += 1
  }
  return step < 0 ? at + 1 : at
}
