import type { Note } from '../../../shared/kernel/words/make-notes.ts'
import type { ArmReply } from '../../kernel/external-arm.ts'

/** Characters of what an arm said that are shown. */
const mostCharacters = 300

/** A failure as an arm's reply. */
export function makeFailedReply({ code, message, figures }: Note): ArmReply {
  return { kind: 'failed', code, message, figures }
}

/** The last line of what somebody said, without control characters, at most 300 characters of it. */
export function pickLastLine(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim())
  return (lines.findLast((line) => line !== '') ?? '').slice(0, mostCharacters)
}
