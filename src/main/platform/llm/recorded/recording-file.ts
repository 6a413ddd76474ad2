import { appendLine, requireAppendable } from '../../files/append-line.ts'
import { FileFailure } from '../../files/file-failure.ts'
import { readFileText } from '../../files/read-file.ts'
import type { SourceGuard } from '../../files/source-guard.ts'
import { recordedAnswerSchema, type RecordedAnswer } from './recorded-answer.ts'

/** A file of recorded answers, JSON Lines. May be read and written by several at once. */
export type RecordingFile = {
  /** Null where no readable line holds an answer to this request. Throws `FileFailure`. */
  readonly find: (requestSha256: string) => Promise<RecordedAnswer | null>
  /** Numbers of the lines, from 1, that cannot be read. Throws `FileFailure`. */
  readonly damagedLines: () => Promise<readonly number[]>
  /** Before an answer is paid for. Throws `FileFailure` where it could not be recorded. */
  readonly requireAppendable: () => Promise<void>
  /** Written whole, and on disk when it resolves. Throws `FileFailure`. */
  readonly append: (answer: RecordedAnswer) => Promise<void>
}

/** In bytes; more does not fit into one text. */
export const longestRecording = 500_000_000

/** The recording at a path; the file and its folder are made with the first answer. */
export function openRecordingFile(path: string, guard: Pick<SourceGuard, 'check'>): RecordingFile {
  const options = { guard, isOwn: isRecording, what: 'recording' }
  const readLines = async (): Promise<readonly string[]> => (await readText(path)).split('\n')
  return {
    find: async (requestSha256) => {
      // Only lines that name it are parsed: recordings grow long, and are looked into for every request.
      const candidates = (await readLines()).filter((line) => line.includes(requestSha256))
      // The last one: whoever records anew means it.
      return candidates.map(readLine).findLast((answer) => answer?.requestSha256 === requestSha256) ?? null
    },
    damagedLines: async () => {
      const lines = await readLines()
      return lines.flatMap((line, index) =>
        line.trim() !== '' && readLine(line) === null ? [index + 1] : [],
      )
    },
    requireAppendable: () => requireAppendable(path, options),
    append: (answer) => appendLine(path, JSON.stringify(answer), options),
  }
}

/** By its first line, which may have been cut off, or be damaged. */
function isRecording(head: string): boolean {
  return (
    head
      .replace(/^\uFEFF/, '')
      .trimStart()
      .startsWith('{') && head.includes('"requestSha256"')
  )
}

/** Null where the line is no answer, or a damaged one. */
function readLine(line: string): RecordedAnswer | null {
  try {
    return recordedAnswerSchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFileText(path, longestRecording)
  } catch (error) {
    if (error instanceof FileFailure && error.code === 'not-found') return ''
    throw error
  }
}
