import { expect, it } from 'vitest'
import { formatAgentName } from '../../shared/kernel/format-agent-name.ts'
import { historyEndings } from '../../shared/kernel/history-endings.ts'
import { agents } from './agents.ts'

/** A drop on a browser window carries text, and these are no text. */
const binaryEndings = ['.db', '.sqlite', '.eval', '.zst', '.zstd']

it.each(agents.flatMap(({ id, endings }) => endings.map((ending) => [ending, id])))(
  '%s files of %s can be dropped in the browser, unless they are binary',
  (ending) => {
    const known = [...historyEndings, ...binaryEndings]
    expect(known.some((one) => ending.endsWith(one))).toBe(true)
  },
)

/** The page, which knows no agents, has names of its own by what tasks are marked with. */
it.each(agents.flatMap(({ agent, name }) => (agent === undefined ? [] : [[agent, name]])))(
  'tasks of %s are listed under the name of their agent, %s',
  (agent, name) => expect(formatAgentName(agent)).toBe(name),
)
