import { isDeepStrictEqual } from 'node:util'
import { append } from '../../../../shared/kernel/append.ts'
import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'
import { importTask } from '../../../agents/import-task.ts'
import { buildEffectiveHistory } from '../../../kernel/history/build-effective-history.ts'
import type { Job } from '../../../platform/workers/job.ts'

export type CompareSessionInput = { readonly path: string; readonly messages: readonly Message[] }

/** The first message that is another one than was meant, from 0; null where all are the same. */
export type CompareSessionOutput = { readonly differsAt: number | null; readonly read: number }

/** Reads a session that was written and holds it to what was meant, message by message. */
export const compareSession: Job<CompareSessionInput, CompareSessionOutput> = async ({ path, messages }) => {
  const task = await importTask(path)
  const read = buildEffectiveHistory(task.messages, task.hiddenRange, task.contexts).messages
  const [meant, got] = [listModelInput(messages), listModelInput(read)]
  const differsAt = Array.from({ length: Math.max(meant.length, got.length) }, (_, index) => index).find(
    (index) => !isDeepStrictEqual(meant[index], got[index]),
  )
  return { differsAt: differsAt ?? null, read: read.length }
}

/**
 * What reaches the model, as neighbours of one role: formats keep results and prompts in one message or in several.
 */
function listModelInput(messages: readonly Message[]): readonly unknown[] {
  const turns: { role: string; blocks: unknown[] }[] = []
  for (const { role, content } of messages) {
    const blocks = (typeof content === 'string' ? [{ type: 'text', text: content }] : content).map(
      toPlainBlock,
    )
    const last = turns.at(-1)
    if (last?.role === role) append(last.blocks, blocks)
    else turns.push({ role, blocks })
  }
  return turns
}

/** A block by what the model is given of it; ids tell which result belongs to which call. */
function toPlainBlock(block: ContentBlock): unknown {
  switch (block.type) {
    case 'text':
      return { text: block['text'] }
    case 'tool_use':
      return { call: block['id'], name: block['name'], input: block['input'] }
    case 'tool_result':
      return { result: block['tool_use_id'], content: toPlainContent(block['content']) }
    case 'thinking':
      return { thinking: block['thinking'], signature: block['signature'] }
    default:
      return block
  }
}

function toPlainContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content ?? ''
  const texts = content.map((part: { readonly type?: unknown; readonly text?: unknown }) =>
    part.type === 'text' ? part.text : part,
  )
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : texts
}
