import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { findAgent } from '../../../src/main/agents/find-agent.ts'
import { importTask } from '../../../src/main/agents/import-task.ts'
import { messageItems } from '../../../src/main/agents/testing/sent-items.ts'
import type { Item } from '../../../src/main/agents/testing/wire-items.ts'
import { carryMessages } from '../../../src/main/agents/writing/carry-messages.ts'
import { buildEffectiveHistory } from '../../../src/main/kernel/history/build-effective-history.ts'
import type { Message } from '../../../src/shared/kernel/message.ts'
import { furnish, makeHome, type AgentHome } from '../agent-home.ts'
import type { Agent, Stage } from '../agent.ts'
import { runToEnd } from '../process.ts'
import type { Step } from '../scenario.ts'
import { startModelServer, type ModelServer } from '../server/model-server.ts'
import { createScript } from '../server/script.ts'
import { judgeRequest, type RequestFinding } from './judge-request.ts'
import { resumeArms } from './resume-arms.ts'

/** How an agent begins a session and goes on with a copy of one. */
export type ResumeDriver = {
  readonly format: string
  /** Leads it through a prompt and returns the path of the session. */
  readonly begin: (stage: Stage, prompt: string) => Promise<string>
  /** Has it take a copy into its storage; absent where it finds the file. */
  readonly take?: (stage: Stage, copy: Copy) => Promise<unknown>
  /** Has it go on with a copy by one prompt. */
  readonly goOn: (stage: Stage, copy: Copy, prompt: string) => Promise<unknown>
  /** How a prompt stands in the request; as it was typed where this is absent. */
  readonly says?: (prompt: string) => string
  /** What its own list of sessions says, which names each by its id or its title. */
  readonly list: (stage: Stage) => Promise<string>
  /** What it puts into a request by itself, with a word on each kind. */
  readonly adds: readonly { readonly reason: string; readonly fits: (item: Item) => boolean }[]
  /** The text of a copy as if its model were the scripted one; as it is where that makes no difference. */
  readonly asOwn?: (text: string) => string
  /** Items of a request without what it sends twice; absent where it sends nothing twice. */
  readonly once?: (items: readonly Item[]) => readonly Item[]
}

export type Copy = { readonly path: string; readonly sessionId: string }

export type ResumeResult = RequestFinding & {
  readonly agent: string
  readonly version: string
  readonly arm: string
  /** Whether the agent's own list shows the copy where the original is. */
  readonly isListed: boolean
}

const rounds = 55
const longestMs = 120_000
const newPrompt = 'Which rules did I give you at the beginning?'
const firstPrompt =
  'Look at every file of this project. Never edit src/generated, and the weight limit is 31 kg.'

/** Has an agent write a long session, condenses it by each arm, and has it go on with each copy in an empty home. */
export async function resumeAgent(
  agent: Agent,
  driver: ResumeDriver,
  installed: Pick<Stage, 'command' | 'terminals'>,
  note: (line: string) => void,
): Promise<readonly ResumeResult[]> {
  const steps = Array.from({ length: rounds }, (_, at): Step => ({
    says: `Step ${at + 1}.`,
    // Some agents take the same call over and over for a loop.
    acts: [
      at % 5 === 0
        ? { kind: 'read', file: 'src/price.ts' }
        : { kind: 'search', pattern: `ROUTE_${100 + at}` },
    ],
    share: 0.1,
  }))
  return onStage(agent, [...steps, { says: 'Seen.', share: 0.1 }], installed, async (stage) => {
    const path = await driver.begin(stage, firstPrompt)
    const hash = hashOf(path)
    const task = await importTask(path)
    const { messages } = buildEffectiveHistory(task.messages, task.hiddenRange, task.contexts)
    if (messages.length < 100) throw new Error(`its history has ${messages.length} messages alone`)
    note(`${messages.length} messages`)
    const results: Omit<ResumeResult, 'isListed'>[] = []
    const copies: Source[] = []
    for (const arm of resumeArms) {
      const copy = { path, messages: await arm.condense(messages), title: `Copy by ${arm.id}` }
      const result = await goOnWith(agent, driver, installed, copy)
      const isSame = hashOf(path) === hash
      results.push({
        agent: agent.name,
        version: agent.version,
        arm: arm.id,
        ...result,
        problems: isSame ? result.problems : [...result.problems, 'the original was changed'],
      })
      copies.push(copy)
      note(`${arm.id}: ${result.problems.join('; ') || `${result.items} items as meant`}`)
    }
    const listed = await listCopies(stage, driver, copies)
    note(`listed: ${listed.join(', ')}`)
    return results.map((result, at) => ({ ...result, isListed: listed[at] === true }))
  })
}

/** What a copy is made of: the session that it is a copy of, and its messages. */
type Source = {
  readonly path: string
  readonly messages: readonly Message[]
  readonly title?: string
}

/** Whether the agent's own list shows copies that are put where it keeps its sessions, and did not show them before. */
async function listCopies(
  stage: Stage,
  driver: ResumeDriver,
  sources: readonly Source[],
): Promise<readonly boolean[]> {
  // Made first: Gemini CLI may delete the original when it is started again.
  const made: MadeCopy[] = []
  for (const source of sources) made.push(await makeCopy(stage, driver, source))
  const before = await driver.list(stage)
  const copies: Copy[] = []
  for (const { write } of made) copies.push(await write())
  const after = await driver.list(stage)
  return sources.map(({ title = '' }, at) => {
    const names = [copies[at]?.sessionId ?? '', title].filter((name) => name !== '')
    return names.some((name) => after.includes(name) && !before.includes(name))
  })
}

/** Writes a copy of a history into an empty home, and has the agent go on with it by one prompt. */
export async function goOnWith(
  agent: Agent,
  driver: ResumeDriver,
  installed: Pick<Stage, 'command' | 'terminals'>,
  {
    plain = (items) => items,
    ...source
  }: Source & {
    /** Items without what vendors' protocols write in two ways. */
    readonly plain?: (items: readonly Item[]) => readonly Item[]
  },
): Promise<RequestFinding> {
  return onStage(agent, [{ says: 'Two rules.', share: 0.1 }], installed, async (stage, server, said) => {
    const { carried, write } = await makeCopy(stage, driver, source)
    await driver.goOn(stage, await write(), newPrompt)
    const request = server.requests.findLast(({ kind }) => kind === 'turn')
    if (request === undefined) throw new Error(`it sent nothing: ${said.at(-1)?.trim().slice(-400) ?? ''}`)
    const sent = agent.driver.form.sent(request.body)
    const meant: readonly Item[] = [
      ...carried.flatMap(messageItems),
      ['user', driver.says?.(newPrompt) ?? newPrompt],
    ]
    return judgeRequest(plain(driver.once?.(sent) ?? sent), plain(meant), driver.adds)
  })
}

/** A copy that is not written yet, with the messages that its format carries. */
type MadeCopy = { readonly carried: readonly Message[]; readonly write: () => Promise<Copy> }

/** Makes a copy for the place where an agent keeps its sessions. */
async function makeCopy(
  stage: Stage,
  driver: ResumeDriver,
  { path, messages, title = 'A condensed copy' }: Source,
): Promise<MadeCopy> {
  const writer = findAgent(driver.format)?.writer
  if (writer === undefined) throw new Error(`nothing writes ${driver.format}`)
  const carried = carryMessages(messages, writer.carriage)
  const draft = writer.draft({
    task: await importTask(path),
    sourceText: path.includes('#') ? '' : readFileSync(path, 'utf8'),
    messages: carried.messages,
    tagged: null,
    cwd: stage.project,
    title,
    machine: { platform: process.platform, home: stage.home, environment: {} },
    now: Date.now(),
    newUuid: randomUUID,
  })
  const write = async (): Promise<Copy> => {
    for (const file of draft.files) {
      const target = `${draft.folder}/${file.name}`
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, driver.asOwn?.(file.text) ?? file.text, { flag: 'wx' })
    }
    const copy = { path: `${draft.folder}/${draft.files[0]?.name ?? ''}`, sessionId: draft.sessionId }
    await driver.take?.(stage, copy)
    return copy
  }
  return { carried: carried.messages, write }
}

/** Gives an agent an empty home, a fresh project and a server of its own. */
async function onStage<Result>(
  { driver }: Agent,
  steps: readonly Step[],
  installed: Pick<Stage, 'command' | 'terminals'>,
  play: (stage: Stage, server: ModelServer, said: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const home: AgentHome = makeHome(false)
  const { limit, useTool, protocol } = driver
  const server = await startModelServer(
    protocol,
    createScript({ steps, limit, useTool, project: home.project }),
  )
  const place = furnish(home, driver, `http://127.0.0.1:${server.port}`)
  const said: string[] = []
  const stage: Stage = {
    home: home.home,
    project: home.project,
    place,
    ...installed,
    count: (kind) => server.requests.filter((request) => request.kind === kind).length,
    async run(...args) {
      const ended = await runToEnd([...installed.command, ...args], place, longestMs)
      said.push(ended.output)
      return ended
    },
  }
  try {
    return await play(stage, server, said)
  } finally {
    await server.close()
    home.remove()
  }
}

/** The file of a session: a database holds many, which stand behind a number sign. */
const fileOf = (path: string): string => path.replace(/#.*$/, '')

export const hashOf = (path: string): string =>
  createHash('sha256')
    .update(readFileSync(fileOf(path)))
    .digest('hex')
