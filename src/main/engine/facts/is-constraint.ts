import { constraintWords } from './constraint-words.ts'

/** Whether a sentence of the user's lays down what must hold: a prohibition, a duty, a limit, a preference. */
export function isConstraint(sentence: string): boolean {
  const plain = sentence.replaceAll(/[*_~]{2,}/g, '').replace(/^\s*\d{1,2}[.)]\s+/, '')
  if (isNoise(plain) || isMereQuestion(plain)) return false
  return (
    isNamedOrder(plain) ||
    constraintWords.some(({ anywhere, opening }) => anywhere.test(plain) || opening?.test(plain) === true)
  )
}

/** Lines of programs, logs and listings, which people paste among their words. */
function isNoise(text: string): boolean {
  return (
    /^\s*\d+\s*[|:│]\s|^\s*[{}<@$[\]]|^(?:at |import |const |let |var |function |return |def |class |export |#include|Traceback|File ")|[{;]\s*$|=>\s*\{|^\s*"[\w-]+":|^\[?\d{4}-\d\d-\d\d[T ]\d\d|^\S+:\d+:\d+|^(?:\w*(?:Error|Exception|Warning)|WARN|INFO|DEBUG|FATAL)\b[:\s]|^https?:\/\/\S+$/.test(
      text,
    ) || (text.match(/[{}[\]()=;<>|&$]/g)?.length ?? 0) > Math.max(4, text.length / 12)
  )
}

const request =
  /\b(?:(?:can|could|would|will) you|please|make sure|ensure)\b|peux-tu|pouvez-vous|kannst du|könntest du|puedes|podrías|puoi|pode(?:ria)? |potresti/i

function isMereQuestion(text: string): boolean {
  return /[?？]["”’)]?\s*$/.test(text) && !request.test(text)
}

/** How something is to be done, in a few words that name a file, a tool, a language or a number. */
const order =
  /^(?:(?:please|and|also|then|now|just),?\s+)*(?:use|write|name|call|put|place|store|save|return|format|indent|log|target|support|run|test|answer|reply|wrap|sort|round|set|export|import|prefix|suffix|cap|pin|base|build|work|commit|deploy|style|cache|encode|validate|throw)\s/i
const named =
  /`[^`]+`|(?:^|\s)[\w@.-]*[\w-]\.[a-z]{1,5}(?=[\s.,;:)]|$)|[\w-]+\/[\w./-]+|\d|\s(?!I\b)[A-Z]\w+|\b(?:npm|pnpm|yarn|bun|git|tabs|spaces|eslint|vitest|jest|pytest|english|french|german|utf-?8|iso|snake_case|camelcase|kebab-case|async|sql|json|yaml)\b/
const longestOrder = 160

function isNamedOrder(text: string): boolean {
  return text.length <= longestOrder && order.test(text) && named.test(text.slice(1))
}
