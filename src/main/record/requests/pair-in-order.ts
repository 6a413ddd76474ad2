import { findFollowingValues } from './find-following-values.ts'
import { isAnswered, isInTime, type AskedRequest, type GivenAnswer } from './request-and-answer.ts'

/** Which requests an answer may be expected of. */
type Choice = (request: AskedRequest) => boolean

/** All of them, those that were not cancelled, or those with a recorded output. */
const usualChoices: readonly Choice[] = [() => true, ({ usage }) => usage.cancelled !== true, isAnswered]

/** Fewer pairs with times may fit some distance by chance. */
const leastTimed = 5

/**
 * Agents begin a request as they write its question, so both are as far apart every time: as a share of the usual gap and
 * of the distance of the clocks.
 */
const mostSpread = 0.25

/** For each request the position of its answer. */
export type Pairing = {
  readonly answers: readonly (number | null)[]
  /** Requests that may well have an answer, and nothing tells which. */
  readonly unclear: ReadonlySet<number>
}

/**
 * Pairs requests with answers; both stand in their own order, which the pairs keep. Times come first: an answer is the
 * first one that is not older than its request, and not younger than the next request. Between the pairs that times make,
 * what has no time is matched by the recorded place, else one by one where there are as many requests as answers: all of
 * them, those that were not cancelled, or those with a recorded output; else by the times of the messages around. Where
 * times fit hardly any answer, the number of those with a recorded output alone decides. Before all that, where times leave
 * any over, a constant distance between the clocks of both may explain every one of them.
 */
export function pairInOrder(requests: readonly AskedRequest[], given: readonly GivenAnswer[]): Pairing {
  const byTime = pairByTime(requests, given)
  const answers = [...byTime]
  const unclear = new Set<number>()
  const isTimed = requests.some(({ ts }) => ts !== null) && given.some(({ ts }) => ts !== null)
  let [request, answer] = [0, 0]
  const close = (requestEnd: number, answerEnd: number): void => {
    const gap = { requests: requests.slice(request, requestEnd), given: given.slice(answer, answerEnd) }
    const { own, isTold } = fillGap(gap, isTimed)
    const taken = new Set(own)
    const isLeft = gap.given.some((_, at) => !taken.has(at))
    own.forEach((position, at) => {
      if (position !== null) answers[request + at] = answer + position
      else if (!isTold && isLeft) unclear.add(request + at)
    })
    request = requestEnd + 1
    answer = answerEnd + 1
  }
  byTime.forEach((position, index) => {
    if (position !== null) close(index, position)
  })
  close(requests.length, given.length)
  const shifted = isTimed ? shiftPairs(requests, given, answers) : answers
  const placed = shifted.filter((position) => position !== null).length
  const isLeftOver =
    placed < given.length || requests.some((one, at) => isAnswered(one) && shifted[at] === null)
  const apart = isTimed && isLeftOver ? pairClocksApart(requests, given) : null
  if (apart !== null) return { answers: apart, unclear: new Set() }
  // Times that fit less than half of the answers are those of other clocks or other units.
  const inOrder =
    isTimed && placed * 2 < given.length ? pairByCount(requests, given, () => true, [isAnswered]) : null
  return inOrder === null ? { answers: shifted, unclear } : { answers: inOrder, unclear: new Set() }
}

type Gap = { readonly requests: readonly AskedRequest[]; readonly given: readonly GivenAnswer[] }
/** `isTold`: what is left without an answer has none. */
type Filled = { readonly own: readonly (number | null)[]; readonly isTold: boolean }

function fillGap({ requests, given }: Gap, isTimed: boolean): Filled {
  const none = requests.map(() => null)
  if (requests.length === 0 || given.length === 0) return { own: none, isTold: true }
  if (isTimed && given.every(({ ts }) => ts !== null))
    // The place in the record of those without a time says which answers are left for them.
    return { own: pairByTime(requests, given, ({ ts }) => ts === null), isTold: true }
  // A time of its own would have paired it with a request that has one.
  const isOpen = requests.some(({ ts }) => ts === null)
  const open = given.flatMap(({ ts }, at) => (isOpen || ts === null ? [at] : []))
  const candidates = open.flatMap((at) => given[at] ?? [])
  const toGiven = (own: readonly (number | null)[]): (number | null)[] =>
    own.map((position) => (position === null ? null : (open[position] ?? null)))
  if (requests.some(({ usage }) => usage.historyIndex !== undefined))
    return { own: toGiven(pairByPlace(requests, candidates)), isTold: true }
  const byCount = pairByCount(requests, candidates, (chosen) =>
    chosen.every((index, place) => isInTime(requests[index], candidates[place])),
  )
  if (byCount !== null) return { own: toGiven(byCount), isTold: true }
  const guessed = candidates.map((one) => ({ ...one, ts: one.ts ?? one.aboutTs }))
  return { own: toGiven(pairByTime(requests, guessed)), isTold: false }
}

/** Looks for answers of some requests, those with a time unless `isSought` says otherwise. */
function pairByTime(
  requests: readonly AskedRequest[],
  given: readonly GivenAnswer[],
  isSought = ({ ts }: AskedRequest): boolean => ts !== null,
): (number | null)[] {
  let next = 0
  const following = findFollowingValues(requests.map(({ ts }) => ts))
  return requests.map((request, index) => {
    const fromTs = request.ts ?? -Infinity
    while (next < given.length && (given[next]?.ts ?? -Infinity) < fromTs) next += 1
    const answerTs = given[next]?.ts ?? null
    if (!isSought(request) || answerTs === null || answerTs > (following[index] ?? Infinity)) return null
    next += 1
    return next - 1
  })
}

function pairByPlace(requests: readonly AskedRequest[], given: readonly GivenAnswer[]): (number | null)[] {
  let next = 0
  const following = findFollowingValues(requests.map(({ usage }) => usage.historyIndex ?? null))
  return requests.map(({ usage: { historyIndex } }, index) => {
    if (historyIndex === undefined) return null
    while (next < given.length && (given[next]?.place ?? 0) <= historyIndex) next += 1
    const place = given[next]?.place
    if (place === undefined || place > (following[index] ?? Infinity)) return null
    next += 1
    return next - 1
  })
}

/**
 * Moves pairs on by one where a request with recorded output is left without an answer, an answer behind it without a
 * request, and nothing but pairs lies between: a clock that was set back in between makes the next request older than
 * this answer. Never where a request would be younger than its answer.
 */
function shiftPairs(
  requests: readonly AskedRequest[],
  given: readonly GivenAnswer[],
  pairs: readonly (number | null)[],
): (number | null)[] {
  const shifted = [...pairs]
  // From the end, so that a pair is moved into a place that is free by then.
  for (let start = pairs.length - 1; start >= 0; start -= 1) {
    if (shifted[start] !== null || !isAnswered(requests[start])) continue
    const first = shifted[start + 1] ?? null
    if (first === null) continue
    let end = start + 1
    while (end + 1 < pairs.length && shifted[end + 1] === first + end - start) end += 1
    const last = first + end - start
    if (
      last >= given.length ||
      (shifted.find((answer, at) => at > end && answer !== null) ?? given.length) <= last
    )
      continue
    const moved = Array.from({ length: end - start + 1 }, (_, at) => first + at)
    if (!moved.every((answer, at) => isInTime(requests[start + at], given[answer]))) continue
    for (const [at, answer] of moved.entries()) shifted[start + at] = answer
  }
  return shifted
}

/**
 * Pairs one by one where both files were written by clocks that stand apart: there are as many requests as answers, and
 * with one distance every answer lies between its request and the next, and every question at its request. Null where no
 * such distance exists.
 */
function pairClocksApart(
  requests: readonly AskedRequest[],
  given: readonly GivenAnswer[],
): (number | null)[] | null {
  return pairByCount(requests, given, (chosen) => isOneDistance(requests, given, chosen))
}

function isOneDistance(
  requests: readonly AskedRequest[],
  given: readonly GivenAnswer[],
  chosen: readonly number[],
): boolean {
  const following = findFollowingValues(requests.map(({ ts }) => ts))
  let [least, most] = [-Infinity, Infinity]
  const pauses: number[] = []
  const gaps: number[] = []
  for (const [place, index] of chosen.entries()) {
    const asked = requests[index]?.ts ?? null
    const { ts: answered = null, questionTs = null } = given[place] ?? {}
    if (asked === null || answered === null) continue
    const next = following[index] ?? Infinity
    least = Math.max(least, asked - answered)
    most = Math.min(most, next - answered)
    if (questionTs !== null) pauses.push(asked - questionTs)
    if (next < Infinity) gaps.push(next - asked)
  }
  const usualGap = sortAscending(gaps)[gaps.length >> 1] ?? 0
  const sorted = sortAscending(pauses)
  const spread = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0)
  const distance = Math.max(least, -most)
  return pauses.length >= leastTimed && least < most && spread <= mostSpread * Math.min(usualGap, distance)
}

function sortAscending(values: readonly number[]): number[] {
  return values.toSorted((one, other) => one - other)
}

/**
 * Pairs requests with answers one by one. Of the choices of requests the first counts that has as many as there are
 * answers and `fits`, which takes their places; null where none does.
 */
function pairByCount(
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
