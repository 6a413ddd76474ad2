import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { importTask } from '../../../src/main/agents/import-task.ts'
import type { Item } from '../../../src/main/agents/testing/wire-items.ts'
import { buildEffectiveHistory } from '../../../src/main/kernel/history/build-effective-history.ts'
import { findArm } from '../../../src/main/methods/arms.ts'
import { findMethod } from '../../../src/main/methods/methods.ts'
import { createExtractiveModel } from '../../../src/main/platform/llm/extractive/extractive-model.ts'
import type { Message } from '../../../src/shared/kernel/message.ts'
import type { Agent, Stage } from '../agent.ts'
import { counted, runAlone } from '../run-alone.ts'
import { goOnWith, hashOf, type ResumeDriver } from './resume-agent.ts'

/** Arms that copies of histories of others are made by; their summaries are taken from the histories. */
const armIds = ['lossless', 'clear-tool-uses', 'codex-local'] as const

/** Characters of a history that every agent takes without condensing it at once: of longer ones, the end. */
const longest = 160_000

/**
 * Has an agent go on with condensed copies of the histories of its format below a folder, each in an empty home; whether
 * every request was as it was meant. Histories of fewer than eight messages are left out.
 */
export async function resumeHistories(
  agent: Agent,
  driver: ResumeDriver,
  installed: Pick<Stage, 'command' | 'terminals'>,
  { folder, note }: { readonly folder: string; readonly note: (line: string) => void },
): Promise<boolean> {
  let isGood = true
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(folder, name)
    const task = /\.(?:jsonl?|db)$/.test(name) ? await importTask(path).catch(() => null) : null
    if (task?.format !== driver.format) continue
    const all = buildEffectiveHistory(task.messages, task.hiddenRange, task.contexts).messages
    const messages = endOf(all)
    if (messages.length < 8) continue
    const hash = hashOf(path)
    for (const id of armIds) {
      const condensed = await condense(id, messages)
      const { problems, items } = await goOnWith(agent, driver, installed, {
        path,
        messages: condensed ?? messages,
        plain: (items) => plain(items, driver.adds.length === 0 ? ['assistant', 'user'] : ['assistant']),
      })
      const all = hashOf(path) === hash ? problems : [...problems, 'the original was changed']
      if (all.length > 0) isGood = false
      const what = condensed === null ? 'nothing to condense' : `${messages.length} messages`
      note(`${name}, ${id} (${what}): ${all.join('; ') || `${items} items as meant`}`)
    }
  }
  return isGood
}

/**
 * Texts of one message may be sent as one, and ids of another protocol have a second part that is not sent. Where the agent
 * puts in texts of its own, those of the user stand for themselves.
 */
function plain(items: readonly Item[], joined: readonly string[]): readonly Item[] {
  const out: Item[] = []
  for (const [kind = '', first = '', ...rest] of items) {
    if (!joined.includes(kind)) {
      out.push(kind === 'user' ? [kind, first] : [kind, first.replace(/\|.*$/, ''), ...rest])
      continue
    }
    const last = out.at(-1)?.[0] === kind ? out.pop() : undefined
    out.push([kind, `${last?.[1] ?? ''}${first.replaceAll(/\s+/g, '')}`])
  }
  return out
}

function endOf(messages: readonly Message[]): readonly Message[] {
  let room = longest
  const from = messages.findLastIndex((message) => (room -= JSON.stringify(message.content).length) < 0)
  return messages.slice(from + 1)
}

/** A history as an arm leaves it; null where the arm finds nothing to do. */
async function condense(id: string, messages: readonly Message[]): Promise<readonly Message[] | null> {
  const { providerId = id, presetId = null } = findArm(id) ?? {}
  const provider = findMethod(providerId)
  const preset = provider?.presets.find((one) => one.id === presetId) ?? provider?.presets[0]
  if (provider === undefined || preset === undefined) throw new Error(`no arm is called ${id}`)
  const conversation = counted(messages)
  const model = createExtractiveModel(conversation.counter)
  const { condensed, summary } = await runAlone(provider, preset.settings, conversation, model)
  // What is too short to get any smaller is not condensed either.
  if (condensed === null && summary.status === 'failed' && conversation.totalTokens > 2000)
    throw new Error(`${id}: ${summary.error?.message ?? summary.reason ?? ''}`)
  return condensed?.conversation.messages ?? null
}
