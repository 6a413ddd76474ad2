import { readFileSync, writeFileSync } from 'node:fs'
import { agents, terminalPackage } from '../agent-list.ts'
import type { Agent, Stage } from '../agent.ts'
import { commandOf, installPackage } from '../install-package.ts'
import { markdownTable, type ResultsTable, type Row } from '../results-table.ts'
import { writeResults } from '../write-results.ts'
import { resumeDrivers } from './drivers.ts'
import { resumeAgent, type ResumeResult } from './resume-agent.ts'
import { resumeHistories } from './resume-histories.ts'

/** The table of copies that agents went on with. */
const copiesTable: ResultsTable = {
  mark: 'copies',
  heads: ['Agent', 'Version', 'Arms', 'Items meant', 'As meant', 'Listed', 'Added by the agent'],
}

/** Has agents go on with condensed copies of histories below a folder, one after the other; whether all was as it was meant. */
export async function resumeOthers(
  chosen: readonly Agent[],
  cache: string,
  histories: string,
): Promise<boolean> {
  let isGood = true
  for (const agent of chosen) {
    const driver = resumeDrivers[agent.id]
    if (driver === undefined) continue
    const note = (line: string): void => console.log(`${agent.id}: ${line}`)
    const installed = await install(agent, cache)
    if (!(await resumeHistories(agent, driver, installed, { folder: histories, note }))) isGood = false
  }
  return isGood
}

async function install(agent: Agent, cache: string): Promise<Pick<Stage, 'command' | 'terminals'>> {
  const command = commandOf(await installPackage(agent, cache), agent, agent.driver.program)
  return { command, terminals: await installPackage(terminalPackage, cache) }
}

/** Has agents go on with condensed copies of their sessions, one after the other; whether all was as it was meant. */
export async function resumeAgents(
  chosen: readonly Agent[],
  cache: string,
  document: string,
): Promise<boolean> {
  const rows: Row[] = []
  let isGood = true
  for (const agent of chosen) {
    const driver = resumeDrivers[agent.id]
    if (driver === undefined) continue
    const note = (line: string): void => console.log(`${agent.id}: ${line}`)
    try {
      const results = await resumeAgent(agent, driver, await install(agent, cache), note)
      if (results.some(({ problems, isListed }) => problems.length > 0 || !isListed)) isGood = false
      if (results.every(({ problems }) => problems.length === 0)) rows.push(rowOf(agent, results))
    } catch (error) {
      isGood = false
      note(error instanceof Error ? error.message : String(error))
    }
  }
  console.log(`\n${markdownTable(copiesTable, rows)}`)
  const names = agents.map(({ name }) => name)
  writeFileSync(document, writeResults(readFileSync(document, 'utf8'), copiesTable, rows, names))
  return isGood
}

function rowOf({ name, version }: Agent, results: readonly ResumeResult[]): Row {
  const added = [...new Set(results.flatMap((result) => result.added))].join('; ')
  const isListed = results.every((result) => result.isListed)
  return [
    name,
    version,
    results.map(({ arm }) => arm).join(', '),
    results.map(({ items }) => items).join(', '),
    String(results.length),
    isListed ? 'yes' : 'no',
    added === '' ? 'nothing' : added,
  ]
}
