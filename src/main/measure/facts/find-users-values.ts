import type { Part } from '../../../shared/kernel/part.ts'
import { findToolPurpose } from '../../kernel/history/tool-catalogue.ts'
import { selectTypedLines, collectWordsByMessage } from './find-constraints.ts'

/** Something exact that the user gave: quoted, in backticks, an address, a number of two digits and more, a short answer. */
export type UsersValue = {
  readonly text: string
  /** What it stands in. */
  readonly sentence: string
  readonly messageIndex: number
}

/** Past so many values a user has pasted something. */
const mostValues = 40
const given =
  /`([^`\n]{2,80})`|(?<!\w)"([^"\n]{2,80})"(?!\w)|“([^”\n]{2,80})”|(https?:\/\/[^\s"'`<>()]{4,200})|(?<![\w.,/-])(\d[\d.,]*\d)(?![\w/-])/g

/** The values that the user gave in words of his own, each once, in order; what was pasted gives none. */
export function findUsersValues(parts: readonly (readonly Part[])[]): readonly UsersValue[] {
  const found = new Map<string, UsersValue>()
  const answers = findUserAnswers(parts)
  collectWordsByMessage(parts).forEach((words, messageIndex) => {
    for (const answer of words.filter((own) => answers.has(own)))
      if (!found.has(answer.toLowerCase()))
        found.set(answer.toLowerCase(), { text: answer, messageIndex, sentence: answer })
    const own = messageIndex === 0 ? words : words.filter((text) => !isReport(text))
    for (const sentence of own.flatMap(splitTypedSentences))
      for (const match of sentence.matchAll(given)) {
        const text = match
          .slice(1)
          .find((group) => group !== undefined)
          ?.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')
        const key = text?.toLowerCase() ?? ''
        if (text === undefined || found.has(key) || found.size >= mostValues) continue
        found.set(key, { text, messageIndex, sentence })
      }
  })
  return [...found.values()]
}

/** Longer ones are talk. In words. */
const longestAnswer = 8

/** What the user answered to a question of the agent, where that is a few words. */
function findUserAnswers(parts: readonly (readonly Part[])[]): ReadonlySet<string> {
  const asked = parts.map((own) =>
    own.filter(({ kind, toolName }) => kind === 'tool-result' && findToolPurpose(toolName) === 'ask'),
  )
  return new Set(
    collectWordsByMessage(asked)
      .flat()
      .filter((answer) => !answer.includes('\n') && answer.split(/\s+/).length <= longestAnswer),
  )
}

/** What SWE-agent says to every task, with examples of its own. */
const ofHarness = /^(?:INSTRUCTIONS|IMPORTANT TIPS|RESPONSE FORMAT):/m
/** What somebody else says follows. */
const announced = /^[^\n]{0,80}\b(?:feedback|review|report|output|log|error|rapport)\b[^\n]{0,30}:[ \t]*$/im
const number = /^\s*(?:\*\*)?\d+(?:(?:\.\d+)*[.)]|(?:\.\d+)+)\s/

/** A text with headings in the course of a task, which somebody or something else wrote. */
function isReport(text: string): boolean {
  return (
    (text.match(/^[^\S\r\n\u2028\u2029]*(?:#{1,4} |\*\*[^*\n]+\*\*:?[^\S\r\n\u2028\u2029]*$|\d+\. \*\*)/gm)
      ?.length ?? 0) >= 2
  )
}

function splitTypedSentences(words: string): string[] {
  return selectTypedLines(words.split(ofHarness, 1)[0]?.split(announced, 1)[0] ?? '')
    .flatMap(({ pieces }) => pieces)
    .map((piece) => piece.replace(number, ''))
    .filter((piece) => isTyped(piece))
}

/** Signs of programs and of their output, outside of what is quoted. */
const sign = new RegExp(
  [
    '[{}=;$\\\\|<>]|\\w\\(|::|//|(?:^|\\s)--?[a-z]|--:--|@\\d+\\.\\d',
    '^\\S+:\\d+|^\\s*(?:error|warning|hint|note|info):\\s|^(?:echo|printf?|sudo|export|chmod)\\s',
    '^(?:Invalid|Unknown|Cannot|Unable|Failed|Usage)\\b.*:\\s*$',
  ].join('|'),
  'i',
)

/** A line of JSON. */
const field = /^\s*"[^"]*"\s*:/

function isTyped(piece: string): boolean {
  const plain = piece.replaceAll(given, ' ')
  if (sign.test(plain) || field.test(piece)) return false
  // An address by itself, or words around a value.
  return /^\s*https?:\/\/\S+\s*$/.test(piece) || /\p{L}{2}/u.test(plain)
}

/** The values in one sentence. */
export function findSentenceValues(sentence: string): readonly string[] {
  return [...sentence.matchAll(given)].flatMap(
    (match) => match.slice(1).find((group) => group !== undefined) ?? [],
  )
}
