import { basename, dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Message } from '../../../shared/kernel/message.ts'
import { buildEffectiveHistory } from '../../kernel/history/build-effective-history.ts'
import { taskFiles } from '../../platform/files/task-files.ts'
import { buildRisingTimes, toContentBlocks } from '../writing/content-of.ts'
import type { SessionDraft, SessionInput, SessionWriter } from '../writing/session-writer.ts'

/**
 * Writes a task folder of Roo Code or Zoo Code beside the one that it is a copy of. They list every task folder by its
 * `history_item.json`; versions before that file keep their list in the database of the editor, which is not written.
 */
export const rooTaskWriter: SessionWriter = {
  triedWith: null,
  relatives: { kilo: 'Kilo Code', zoo: 'Zoo Code' },
  carriage: { reasoning: 'signed', images: true },
  draft: (input) => {
    const id = input.newUuid()
    const tagged = findTaggedMessages(input)
    return buildDraft(input, id, {
      messages: tagged ?? addTimes(input),
      step: 'open-from-history',
      more: [{ name: taskFiles.historyItem, value: buildHistoryItem(input, id) }],
    })
  },
}

/**
 * Writes a task folder of the Cline of before its SDK. Its list of tasks is one file for all of them, which is not written:
 * a command of Cline makes it anew from the folders, of which it takes those with a number for a name.
 */
export const clineTaskWriter: SessionWriter = {
  triedWith: null,
  carriage: { reasoning: 'signed', images: true },
  draft: (input) =>
    buildDraft(input, makeFolderName(input), {
      messages: addTimes(input),
      step: 'rebuild-history',
      more: [],
    }),
}

/** A time as the name of a folder, within the second before: two copies of one moment have two names. */
function makeFolderName({ now, newUuid }: SessionInput): string {
  return String(now - (Number.parseInt(newUuid().replaceAll('-', '').slice(-6), 16) % 1000))
}

type Layout = Readonly<{
  messages: readonly Message[]
  step: NonNullable<SessionDraft['steps']>[number]
  more: readonly Readonly<{ name: string; value: object }>[]
}>

function buildDraft(input: SessionInput, id: string, { messages, step, more }: Layout): SessionDraft {
  const folder = dirname(input.task.path)
  const buildFile = (name: string, value: unknown) => ({ name: `${id}/${name}`, text: JSON.stringify(value) })
  return {
    sessionId: id,
    folder,
    files: [
      buildFile(taskFiles.history, messages),
      buildFile(taskFiles.chatRecord, buildChatLines(input)),
      buildFile(taskFiles.metadata, { files_in_context: [] }),
      ...more.map(({ name, value }) => buildFile(name, value)),
    ],
    commands: () => [],
    steps: [step],
    isListed: step === 'open-from-history' && basename(folder) === 'tasks',
  }
}

/** The whole file with what is hidden in it, where what it shows is just what was carried. */
function findTaggedMessages({ tagged, messages }: SessionInput): readonly Message[] | null {
  if (tagged === null) return null
  const toPlainMessages = (all: readonly Message[]): unknown =>
    all.map(({ role, content }) => ({ role, content }))
  return isDeepStrictEqual(toPlainMessages(buildEffectiveHistory(tagged).messages), toPlainMessages(messages))
    ? tagged
    : null
}

/** Messages without marks of summaries, which would hide what stands before them; each with a time. */
function addTimes({ messages, now }: SessionInput): readonly Message[] {
  const times = buildRisingTimes(messages, now)
  return messages.map(({ role, content }, at) => ({ role, content, ts: times[at] ?? now }))
}

/** What the window shows: the task, then what was said. It is not sent. */
function buildChatLines({ messages, title, now }: SessionInput): readonly object[] {
  const times = buildRisingTimes(messages, now)
  const lines = messages.flatMap((message, at) => {
    return toContentBlocks(message).flatMap((block) => {
      const text = block.type === 'text' ? String(block['text']) : ''
      if (text === '') return []
      return [
        {
          ts: times[at] ?? now,
          type: 'say',
          say: message.role === 'assistant' ? 'text' : 'user_feedback',
          text,
        },
      ]
    })
  })
  return [{ ts: (times[0] ?? now) - 1, type: 'say', say: 'text', text: title }, ...lines]
}

/** The entry of the list. The copy has cost nothing yet. */
function buildHistoryItem({ messages, title, cwd, now }: SessionInput, id: string): object {
  const isNative = messages.some(
    ({ content }) => typeof content !== 'string' && content.some(({ type }) => type === 'tool_use'),
  )
  return {
    id,
    number: 1,
    ts: now,
    task: title,
    tokensIn: 0,
    tokensOut: 0,
    cacheWrites: 0,
    cacheReads: 0,
    totalCost: 0,
    size: Buffer.byteLength(JSON.stringify(messages)),
    workspace: cwd,
    // A task is bound to the way in which its tools were called.
    toolProtocol: isNative ? 'native' : 'xml',
  }
}
