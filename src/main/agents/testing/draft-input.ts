import type { Message } from '../../../shared/kernel/message.ts'
import { importFiles } from '../import-files.ts'
import type { SessionDraft, SessionInput } from '../writing/session-writer.ts'

/** What a writer is given of a history in a file, with ids that count up. */
export async function draftInput(
  file: { readonly name: string; readonly text: string },
  messages: readonly Message[],
): Promise<SessionInput> {
  let last = 0
  return {
    task: await importFiles(file.name, [file]),
    sourceText: file.text,
    messages,
    tagged: null,
    cwd: '/work/it',
    title: 'A copy',
    machine: { platform: 'linux', home: '/home/mara', environment: {} },
    now: Date.UTC(2026, 0, 2, 3, 4, 5),
    newUuid: () => {
      last += 1
      return `${String(last).padStart(8, '0')}-0000-4000-8000-${String(last).padStart(12, '0')}`
    },
  }
}

/** A line of a session that was drafted. */
export type DraftedLine = Readonly<{
  type?: string
  uuid?: string
  parentUuid?: string | null
  id?: string
  parentId?: string | null
  sessionId?: string
  timestamp?: string
  message?: Readonly<Record<string, unknown>>
  payload?: Readonly<Record<string, unknown>>
}>

/** The lines of the first file of a draft. */
export function readDraftedLines({ files }: SessionDraft): readonly DraftedLine[] {
  const lines = files[0]?.text.trimEnd().split('\n') ?? []
  return lines.map((line): DraftedLine => JSON.parse(line))
}
