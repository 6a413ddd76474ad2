import { expect, it } from 'vitest'
import { formatAgentName } from './format-agent-name.ts'

it.each([
  ['claude-code', 'Claude Code'],
  ['pi', 'pi'],
  ['terminus-2', 'terminus-2'],
])('the agent %s is called %s', (id, name) => expect(formatAgentName(id)).toBe(name))
