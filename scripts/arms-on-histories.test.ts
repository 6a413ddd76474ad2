import { existsSync, realpathSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findTasks } from '../src/main/agents/find-tasks.ts'
import { importTask } from '../src/main/agents/import-task.ts'
import { listSessions } from '../src/main/agents/list-sessions.ts'
import type { Conversation } from '../src/main/kernel/conversation.ts'
import { selectNextContext } from '../src/main/kernel/history/context-log.ts'
import { checkHistory } from '../src/main/kernel/history/invariants/check-history.ts'
import { arms } from '../src/main/methods/arms.ts'
import { findMethod } from '../src/main/methods/methods.ts'
import type { Outcome } from '../src/main/methods/run-method.ts'
import { createExtractiveModel } from '../src/main/platform/llm/extractive/extractive-model.ts'
import type { Message } from '../src/shared/kernel/message.ts'
import { counted, runAlone } from './agents/run-alone.ts'

const data = resolve(import.meta.dirname, '../../shared/data')
const isPresent = existsSync(data)
/** Every arm on every history takes half a minute and more; an ordinary run gives each arm one of each agent, in turn. */
const isWhole = process.env['DEWPOINT_ALL_HISTORIES'] === '1'
const few = { sessions: 3, messages: 400 }

/** Failures that say something about a history and nothing about the arm. */
const refusals = ['context-grew', 'not-enough-messages', 'condensed-recently', 'not-recorded']

/** What the next request of a task would send. */
async function historyOf(path: string): Promise<readonly Message[]> {
  const { messages, contexts } = await importTask(path)
  if (contexts === undefined) return messages
  return selectNextContext(contexts, messages.length).flatMap((index) => messages[index] ?? [])
}

type Named = { readonly path: string; readonly conversation: Conversation }

/** Paths of all sessions, by the folder of their agent; those in a file of several as `path#key`. */
async function sessionsByAgent(): Promise<readonly (readonly [agent: string, paths: readonly string[]])[]> {
  if (!isPresent) return []
  const root = realpathSync(data)
  const { paths, stores } = await findTasks(root)
  const inStores: string[] = []
  for (const store of stores) {
    const sessions = await listSessions(store).catch(() => null)
    inStores.push(...(sessions?.map(({ key }) => `${store}#${key}`) ?? [store]))
  }
  return [...Map.groupBy([...paths, ...inStores], (path) => relative(root, path).split(sep)[0] ?? '')]
}

/** What no reader takes is no history: the tests of readers tell why. */
async function readable(paths: readonly string[]): Promise<readonly Named[]> {
  const read: Named[] = []
  for (const path of paths) {
    const messages = read.length < few.sessions || isWhole ? await historyOf(path).catch(() => []) : []
    if (messages.length > 0 && (isWhole || messages.length <= few.messages))
      read.push({ path, conversation: counted(messages) })
  }
  return read
}

const byAgent: (readonly [string, readonly Named[]])[] = []
for (const [agent, paths] of await sessionsByAgent()) {
  const histories = await readable(paths)
  if (histories.length > 0) byAgent.push([agent, histories])
}

async function faultsOf(armId: string, conversation: Conversation): Promise<readonly string[]> {
  const arm = arms.find(({ id }) => id === armId)
  const provider = findMethod(arm?.providerId ?? '')
  if (provider === undefined) return [`${armId} has no provider`]
  const settings = provider.presets.find(({ id }) => id === arm?.presetId)?.settings ?? {}
  const run = (): Promise<Outcome> =>
    runAlone(provider, settings, conversation, createExtractiveModel(conversation.counter))
  const outcome = await run()
  const isSame = bytesOf(outcome) === bytesOf(await run())
  return [
    ...(isSame ? [] : ['other bytes the second time']),
    ...lawFaults(conversation, outcome, provider.id === 'vendor'),
  ]
}

function bytesOf({ condensed, summary }: Outcome): string {
  return JSON.stringify([condensed?.conversation.messages, condensed?.provenance, summary.error])
}

/** What a result breaks that the source does not, and a failure that says nothing of it. */
function lawFaults(
  source: Conversation,
  { condensed, summary }: Outcome,
  asksVendor: boolean,
): readonly string[] {
  const { error, validity } = summary
  if (error !== null) {
    const isNamed = error.code === 'invariant-broken' && validity[0]?.rule !== undefined
    // No profile is chosen here, and compactions of a vendor ask that vendor alone.
    const isWithoutKey = asksVendor && error.code === 'vendor-needs-key'
    return isNamed || isWithoutKey || refusals.includes(error.code) ? [] : [`${error.code}: ${error.message}`]
  }
  const before = new Set(checkHistory(source.messages).map(({ rule }) => rule))
  const after = checkHistory(condensed?.conversation.messages ?? [])
  return after.flatMap(({ rule, messageIndex, detail }) =>
    before.has(rule) ? [] : [`${rule} at ${messageIndex}: ${detail}`],
  )
}

describe.skipIf(!isPresent).each(byAgent)('the histories of %s', (_agent, histories) => {
  it.each(arms.map(({ id }, at) => [id, at] as const))(
    'are condensed by %s to what an API takes, or the rule is named, and to the same twice',
    async (id, at) => {
      const place = at % histories.length
      const faults: string[] = []
      for (const { path, conversation } of isWhole ? histories : histories.slice(place, place + 1))
        faults.push(...(await faultsOf(id, conversation)).map((fault) => `${path}: ${fault}`))
      expect(faults).toEqual([])
    },
    isWhole ? 1_800_000 : undefined,
  )
})

it.skipIf(!isPresent)('are of twenty agents and formats, and all of them in a whole run', () => {
  expect(byAgent.length).toBeGreaterThanOrEqual(20)
  const count = byAgent.reduce((total, [, histories]) => total + histories.length, 0)
  expect(count).toBeGreaterThan(isWhole ? 150 : 40)
})
