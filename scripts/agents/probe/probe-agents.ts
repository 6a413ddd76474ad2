import { lstatSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importTask } from '../../../src/main/agents/import-task.ts'
import { computeSha256 } from '../../../src/main/platform/files/compute-sha256.ts'
import { sum } from '../../../src/shared/kernel/numbers.ts'
import { probeResultSchema, type ProbeResult } from '../../../src/shared/probe/probe-types.ts'
import { furnish, makeHome } from '../agent-home.ts'
import { terminalPackage } from '../agent-list.ts'
import type { Stage } from '../agent.ts'
import { commandOf, installPackage } from '../install-package.ts'
import { runToEnd } from '../process.ts'
import type { Act, Step } from '../scenario.ts'
import { startModelServer, type SentRequest } from '../server/model-server.ts'
import { createNeedingScript } from '../server/needing-script.ts'
import { createScript, type Script } from '../server/script.ts'
import type { ProbedAgent } from './probed-agents.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const runLine = join(root, 'src/main/features/probe/testing/run-line.ts')
const longestMs = 20 * 60_000

/** What drops the beginning, and what drops nothing that is needed. */
const methods = { drops: 'sliding-window-current', keeps: ['lossless'] } as const
/** A line in the middle of the file that is needed; it has neither quotes nor line ends in a request. */
const needed = 'export const DEPOT_150 = '

const acts: readonly Act[] = [
  { kind: 'read', file: 'src/depots.ts' },
  { kind: 'read', file: 'src/price.ts' },
  ...Array.from({ length: 8 }, (_, at): Act => ({ kind: 'search', pattern: `ROUTE_${100 + at}` })),
  { kind: 'read', file: 'src/price.ts' },
  ...Array.from({ length: 4 }, (_, at): Act => ({ kind: 'search', pattern: `LABEL_${100 + at}` })),
]

/** Has agents go on from what methods leave of their sessions, by `dewpoint probe` itself; whether all was as it should be. */
export async function probeAgents(chosen: readonly ProbedAgent[], cache: string): Promise<boolean> {
  let isGood = true
  for (const agent of chosen) {
    const note = (line: string): void => console.log(`${agent.id}: ${line}`)
    try {
      const problems = await probeAgent(agent, cache, note)
      if (problems.length > 0) isGood = false
      note(problems.length === 0 ? 'as it should be' : problems.join('; '))
    } catch (error) {
      isGood = false
      note(error instanceof Error ? error.message : String(error))
    }
  }
  return isGood
}

async function probeAgent(
  agent: ProbedAgent,
  cache: string,
  note: (line: string) => void,
): Promise<readonly string[]> {
  const { driver } = agent
  const command = commandOf(await installPackage(agent, cache), agent, driver.program)
  const terminals = await installPackage(terminalPackage, cache)
  const home = makeHome(false)
  const { limit, useTool, protocol } = driver
  const steps = [
    ...acts.map((act, at): Step => ({ says: `Step ${at + 1}.`, acts: [act], share: 0.1 })),
    { says: 'Seen.', share: 0.1 },
  ]
  let script: Script = createScript({ steps, limit, useTool, project: home.project })
  const server = await startModelServer(protocol, (...request) => script(...request))
  try {
    const place = furnish(home, driver, `http://127.0.0.1:${server.port}`)
    const stage: Stage = {
      home: home.home,
      project: home.project,
      place,
      command,
      terminals,
      count: (kind) => server.requests.filter((request) => request.kind === kind).length,
      run: (...args) => runToEnd([...command, ...args], place, longestMs),
    }
    const path = await agent.begin(stage, 'Look at the files of this project.')
    const { messages } = await importTask(path)
    note(`a session of ${messages.length} messages`)
    // What was written to a moment ago may be open.
    if (path.includes('#')) await new Promise((settle) => setTimeout(settle, 61_000))
    ageFolder(dirname(path))
    script = createNeedingScript({
      needs: [{ tells: needed, act: { kind: 'read', file: 'src/depots.ts' } }],
      useTool,
      project: findCopy,
    })
    const before = hashFolder(home.project)
    const sent = server.requests.length
    const result = await runProbe(path, messages.length - 1, {
      command,
      environment: place.env,
      folder: home.base,
    })
    const changed = hashFolder(home.project) === before ? [] : ['the project was changed']
    return [...changed, ...judge(result, server.requests.slice(sent), note)]
  } finally {
    await server.close()
    home.remove()
  }
}

type Line = {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
}

async function runProbe(path: string, at: number, line: Line): Promise<ProbeResult> {
  const { code, output } = await runToEnd(
    [
      process.execPath,
      runLine,
      'probe',
      path,
      '--at',
      String(at),
      '--methods',
      [methods.drops, ...methods.keeps].join(','),
      '--forks',
      '1',
      '--turns',
      '8',
      '--minutes',
      '3',
      '--yes',
      '--json',
      '--prompts',
      writePrompts(line.folder),
      '--agent-command',
      ...line.command,
    ],
    {
      cwd: line.folder,
      env: { ...line.environment, DEWPOINT_HOME: join(line.folder, 'data'), GEMINI_MODEL: 'gemini-2.5-pro' },
    },
    longestMs,
  )
  const start = output.indexOf('{\n')
  if (code !== 0 || start < 0)
    throw new Error(`the probe ended with ${code ?? 'nothing'}: ${output.slice(-1500)}`)
  return probeResultSchema.parse(JSON.parse(output.slice(start, output.lastIndexOf('}') + 1)))
}

function judge(
  result: ProbeResult,
  requests: readonly SentRequest[],
  note: (line: string) => void,
): readonly string[] {
  const problems: string[] = []
  const expect = (isSo: boolean, problem: string): void => {
    if (!isSo) problems.push(problem)
  }
  for (const { method, figures, end, said } of result.forks) {
    const { turns, tokens, again, costUsd } = figures
    note(
      `${method}: ${turns} turns, ${tokens.input + tokens.cacheReads + tokens.cacheWrites} tokens, ${costUsd === null ? 'no price' : `$${costUsd.toFixed(4)}`}, read again ${again.count} (${again.tokens} tokens)`,
    )
    expect(end === 'finished', `${method} ended at ${end}: ${said.slice(-200)}`)
    const drops = method === methods.drops
    expect(drops === again.count > 0, `${method} read ${again.count} things again`)
    expect(drops === turns > 1, `${method} took ${turns} turns`)
  }
  const costs = result.forks.flatMap(({ method, figures: { costUsd } }) =>
    costUsd === null ? [] : [{ costUsd, drops: method === methods.drops }],
  )
  const most = Math.max(...costs.flatMap(({ costUsd, drops }) => (drops ? [] : [costUsd])))
  expect(
    costs.every(({ costUsd, drops }) => !drops || costUsd > most),
    `${methods.drops} costs no more than what needs nothing again`,
  )
  expect(result.forks.length === result.plan.forks.length, 'forks are missing')
  const turns = requests.filter(({ kind }) => kind === 'turn').map(({ usage }) => usage)
  const tokens = result.forks.map(({ figures }) => figures.tokens)
  const same = (what: string, read: number, sent: number): void =>
    expect(read === sent, `${what}: ${read} read, ${sent} sent`)
  same('turns', sum(result.forks.map(({ figures }) => figures.turns)), turns.length)
  same(
    'input',
    sum(tokens.map(({ input, cacheReads, cacheWrites }) => input + cacheReads + cacheWrites)),
    sum(turns.map(({ input }) => input)),
  )
  same('cached', sum(tokens.map(({ cacheReads }) => cacheReads)), sum(turns.map(({ cached }) => cached)))
  same('output', sum(tokens.map(({ output }) => output)), sum(turns.map(({ output }) => output)))
  return problems
}

/** The copy that an agent works on, as its request names it. */
function findCopy(request: string): string {
  return /\/[^"\\\s:<>]{1,200}\/probes\/[0-9a-f]{12}\/work\/[0-9a-f]{12}\/project/.exec(request)?.[0] ?? ''
}

function writePrompts(folder: string): string {
  const path = join(folder, 'prompts.txt')
  writeFileSync(path, 'How many gates does depot 150 have?\n')
  return path
}

/** A session may have files beside it. */
function ageFolder(folder: string): void {
  const hourAgo = Date.now() / 1000 - 3600
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), hourAgo, hourAgo)
}

function hashFolder(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  return computeSha256(
    names
      .map((name) => {
        const path = join(folder, name)
        const info = lstatSync(path)
        return `${name} ${info.mtimeMs} ${info.isFile() ? computeSha256(readFileSync(path)) : ''}`
      })
      .join('\n'),
  )
}
