import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { recordedAnswerSchema, type RecordedAnswer } from './recorded-answer.ts'

/** A file of recorded answers, JSON Lines. May be read and written by several at once. */
export type RecordingFile = {
  /** Null where no readable line holds an answer to this request. Throws what the file system throws. */
  readonly find: (requestSha256: string) => Promise<RecordedAnswer | null>
  /** Numbers of the lines, from 1, that cannot be read. Throws what the file system throws. */
  readonly damagedLines: () => Promise<readonly number[]>
  /** Written whole, and on disk when it resolves. Throws what the file system throws. */
  readonly append: (answer: RecordedAnswer) => Promise<void>
}

const lineEnd = 0x0a

/** The recording at a path; the file and its folder are made with the first answer. */
export function openRecordingFile(path: string): RecordingFile {
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
    append: async (answer) => {
      await mkdir(dirname(path), { recursive: true })
      const file = await open(path, 'a+')
      try {
        // One write in append mode: lines of several writers follow each other and never mix.
        const start = (await endsInsideLine(file)) ? '\n' : ''
        const line = Buffer.from(`${start}${JSON.stringify(answer)}\n`)
        const { bytesWritten } = await file.write(line)
        if (bytesWritten < line.length) throw new Error('The disk is full.')
        await file.datasync()
      } finally {
        await file.close()
      }
    },
  }
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
    const file = await open(path, 'r')
    try {
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** True where the last line was left unfinished, by a process that was killed while it wrote. */
async function endsInsideLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return false
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] !== lineEnd
}
