import type { ProbeQuestion } from '../../../../shared/probe/probe-types.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { findBans } from '../../../measure/judged/find-bans.ts'
import { findNeeded, listShownThings } from '../../../measure/needed/find-needed.ts'

/** What an agent is asked, with the words that the answer is no work of. */
const preface =
  'The work is done. Now answer these questions from what you already know, without calling any tool and without reading anything. One line each, its number first, then the answer alone. Write “unknown” where you do not know.'

/** Sets a value in a line: `port: 8080`, `const LIMIT = 'ten'`. */
const assignment =
  /^\s{0,12}(?:\d{1,6}[:→|\t]\s{0,12})?([A-Za-z_$][\w$.\- ]{2,59}?)\s{0,4}(?:=|:)\s{0,4}("[^"\n]{3,60}"|'[^'\n]{3,60}'|`[^`\n]{3,60}`|-?\d[\d_.]{1,20})\s?[,;]?\s*$/

/** Most questions about one file or command. */
const mostOfOne = 2

/**
 * Questions about what a session knew at a cut, each with the value that answers it: rules of the user with a gap, and values
 * of files and results, those first that were looked up again after the cut. Nobody has to judge an answer: a value is a
 * name, a number or a text in quotes. Whoever asks for `--questions` without a file gets these.
 */
export function deriveQuestions(
  source: Conversation,
  future: Conversation | null,
  count: number,
): readonly ProbeQuestion[] {
  const rules = findBans(source.parts)
    .filter(({ rule, target }) => rule.includes(target))
    .map(({ rule, target }) => ({
      question: `I gave you this rule: “${rule.slice(0, 300).replace(target, '…')}” What stands in the place of “…”?`,
      value: target,
    }))
  const values = listValues(source, future)
  const half = Math.min(rules.length, Math.max(Math.floor(count / 2), count - values.length))
  return [...rules.slice(0, half), ...values.slice(0, count - half)]
}

function listValues(source: Conversation, future: Conversation | null): readonly ProbeQuestion[] {
  const needed = future === null ? [] : findNeeded(source, { conversation: future, from: 0 })
  const things = [
    ...needed.map(({ texts, said }) => ({ name: texts[0] ?? '', said })),
    ...listShownThings(source)
      .toSorted((a, b) => b.tokens - a.tokens)
      .map(({ text, said }) => ({ name: text, said })),
  ]
  const lines = source.parts.flat().flatMap(({ text }) => text.split('\n'))
  const known = new Map<string, Set<string>>()
  for (const line of lines) {
    const [, name = '', value = ''] = assignment.exec(line) ?? []
    if (name !== '') known.set(name, (known.get(name) ?? new Set()).add(cleanText(value)))
  }
  const asked = new Set<string>()
  return things.flatMap(({ name: thing, said }) => {
    const part = source.parts[said.messageIndex]?.[said.partIndex]
    const found = (part?.text ?? '').split('\n').flatMap((line) => {
      const [, name = '', value = ''] = assignment.exec(line) ?? []
      const isClear =
        name !== '' && known.get(name)?.size === 1 && !cleanText(thing).includes(cleanText(value))
      return isClear && !asked.has(name) ? [{ name, value: value.replaceAll(/^["'`]|["'`]$/g, '') }] : []
    })
    // From the middle: what stands first and last survives cuts by length.
    const middle = Math.floor(found.length / 2)
    const chosen = [...found.slice(middle), ...found.slice(0, middle).toReversed()].slice(0, mostOfOne)
    for (const { name } of chosen) asked.add(name)
    return chosen.map(({ name, value }) => ({
      question: `What is the value of “${name}” in ${thing.slice(0, 200).replaceAll('\n', ' ')}?`,
      value,
    }))
  })
}

/** The prompt that asks all of them at once. */
export function buildQuestionPrompt(questions: readonly ProbeQuestion[]): string {
  return [preface, '', ...questions.map(({ question }, at) => `${at + 1}. ${question}`)].join('\n')
}

/** Which questions an answer has the values of. Case, quotes and spaces count for nothing; other words do. */
export function gradeAnswers(questions: readonly ProbeQuestion[], answer: string): readonly boolean[] {
  const byNumber = new Map<number, string>()
  let number = 0
  for (const line of answer.split('\n')) {
    const found = Number(/^[\s*_#(]{0,6}(\d{1,2})[.):\s*_-]/.exec(line)?.[1] ?? 0)
    if (found > 0 && found <= questions.length) number = found
    byNumber.set(number, `${byNumber.get(number) ?? ''}\n${line}`)
  }
  return questions.map(({ value }, at) => {
    const own = byNumber.get(at + 1) ?? (questions.length === 1 ? answer : '')
    return holdsValue(cleanText(own.replace(/^\s*[\s*_#(]{0,6}\d{1,2}[.):\s*_-]/, '')), cleanText(value))
  })
}

/** As a word of its own: 80 is not in 8080. */
function holdsValue(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + value.length]]
    if (!/\w/.test(before) && !/\w/.test(after)) return true
  }
  return false
}

function cleanText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/["'`“”‘’*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
