import { isAnswered, type AskedRequest, type GivenAnswer } from './request-and-answer.ts'

/** Which requests an answer may be expected of. */
type Choice = (request: AskedRequest) => boolean

/** All of them, those that were not cancelled, or those with a recorded output. */
const usualChoices: readonly Choice[] = [() => true, ({ usage }) => usage.cancelled !== true, isAnswered]

/**
 * Pairs requests with answers one by one. Of the choices of requests the first counts that has as many as there are
 * answers and `fits`, which takes their places; null where none does.
 */
export function pairByCount(
  requests: readonly AskedRequest[],
  given: readonly GivenAnswer[],
  fits: (chosen: readonly number[]) => boolean,
  choices: readonly Choice[] = usualChoices,
): (number | null)[] | null {
  for (const isChosen of choices) {
    const chosen = requests.flatMap((request, index) => (isChosen(request) ? [index] : []))
    if (chosen.length !== given.length || !fits(chosen)) continue
    const places = new Map(chosen.map((index, place) => [index, place]))
    return requests.map((_, index) => places.get(index) ?? null)
  }
  return null
}
