import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importTask } from '../../src/main/agents/import-task.ts'
import { readItems, sentItems } from '../../src/main/agents/testing/sent-items.ts'
import { furnish, makeHome, type AgentHome } from './agent-home.ts'
import { terminalPackage } from './agent-list.ts'
import type { Agent, Stage } from './agent.ts'
import { compareArm } from './compare-arm.ts'
import { commandOf, installPackage } from './install-package.ts'
import { judge, type Result } from './judge.ts'
import { runToEnd, type Command } from './process.ts'
import { answersByCondensation } from './run-alone.ts'
import { turns } from './scenario.ts'
import { startModelServer, type ModelServer } from './server/model-server.ts'
import { createScript } from './server/script.ts'

const longestRunMs = 180_000

/** What a run of an agent is given. */
export type RunOptions = {
  /** Folder in which packages are installed. */
  readonly cache: string
  /** Whether the home, the project and the requests are left where they are. */
  readonly isKept: boolean
  readonly note: (line: string) => void
}

/** Installs an agent, leads it through the scenario in an empty home, and holds its reader to what it sent. */
export async function stageAgent(agent: Agent, options: RunOptions): Promise<Result> {
  const { name, version } = agent
  try {
    options.note('installing')
    const command = commandOf(await installPackage(agent, options.cache), agent, agent.driver.program)
    const terminals = await installPackage(terminalPackage, options.cache)
    return await playAgent(agent, { command, terminals }, options)
  } catch (error) {
    return { kind: 'skipped', name, version, reason: messageOf(error) }
  }
}

type Installed = Pick<Stage, 'command' | 'terminals'>

async function playAgent(agent: Agent, installed: Installed, options: RunOptions): Promise<Result> {
  const { name, version, driver } = agent
  const home = makeHome(options.isKept)
  const steps = turns.flatMap((turn) => [...turn.steps])
  const { limit, useTool, protocol } = driver
  const server = await startModelServer(
    protocol,
    createScript({ steps, limit, useTool, project: home.project }),
  )
  const said: string[] = []
  try {
    const path = await driver.play(stageOf(agent, { home, server, installed, said, note: options.note }))
    return await compare(agent, server, path)
  } catch (error) {
    const words = [messageOf(error), ...said.slice(-1).map((text) => `it said: ${text.trim().slice(-300)}`)]
    return {
      kind: server.requests.length === 0 ? 'skipped' : 'broken',
      name,
      version,
      reason: words.join('; '),
    }
  } finally {
    await server.close()
    if (options.isKept) keepRequests(home, server, options.note)
    home.remove()
  }
}

type Theatre = {
  readonly home: AgentHome
  readonly server: ModelServer
  readonly installed: Installed
  /** Takes what each run of the agent said. */
  readonly said: string[]
  readonly note: (line: string) => void
}

function stageOf({ driver }: Agent, { home, server, installed, said, note }: Theatre): Stage {
  const place = furnish(home, driver, `http://127.0.0.1:${server.port}`)
  return {
    home: home.home,
    project: home.project,
    place,
    ...installed,
    count: (kind) => server.requests.filter((request) => request.kind === kind).length,
    async run(...args) {
      const command: Command = [...installed.command, ...args]
      const ended = await runToEnd(command, place, longestRunMs)
      said.push(ended.output)
      const last = args.at(-1)?.split('\n')[0] ?? ''
      note(`${last.slice(0, 60)}: code ${ended.code}, ${server.requests.length} requests`)
      return ended
    },
  }
}

async function compare({ name, version, driver }: Agent, server: ModelServer, path: string): Promise<Result> {
  const task = await importTask(path)
  const sent = sentItems(server.requests, driver.form)
  const answers = answersByCondensation(server.requests)
  const turns = server.requests.filter(({ kind }) => kind === 'turn')
  const findings = await compareArm(task, sent, answers, driver.arm, turns)
  return judge({
    name,
    version,
    driver,
    kinds: server.requests.map(({ kind }) => kind),
    sent,
    read: readItems(task),
    condensations: task.usage.condensations.length,
    refusedHosts: [...server.refusedHosts],
    arm: { id: driver.arm.id, findings },
  })
}

function keepRequests({ base }: AgentHome, { requests }: ModelServer, note: (line: string) => void): void {
  writeFileSync(join(base, 'requests.jsonl'), requests.map((one) => `${JSON.stringify(one)}\n`).join(''))
  note(`kept in ${base}`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
