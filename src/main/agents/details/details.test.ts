import { describe, expect, it, vi } from 'vitest'
import { readMessageMetrics } from '../roo/recorded-usage.ts'
import { readSidecars } from '../roo/task-sidecars.ts'
import { detectAgentByPath } from './detect-agent-by-path.ts'
import { readEnvironment } from './environment.ts'
import { extractFirstLine } from './extract-first-line.ts'
import { findMessageModel } from './find-message-model.ts'
import { pickLatestTs } from './pick-latest-ts.ts'
import { pickTaskTitle } from './pick-task-title.ts'

const user = (...texts: string[]) => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text' as const, text })),
})
const environment = (model: string, mode = '<slug>code</slug>') =>
  `<environment_details>\n# Current Mode\n${mode}\n<model>${model}</model>\n\n# Current Workspace Directory (c:/dev/(x)) Files\na\n</environment_details>`

describe('the first line', () => {
  it.each([
    ['\n\n  one\ttwo  \nthree', 'one two'],
    ['', ''],
    ['\0\u0007', ''],
    ['\u202Eevil\u2066 title\u200F', 'evil title'],
    ['x'.repeat(300), 'x'.repeat(300)],
    ['x'.repeat(301), `${'x'.repeat(299)}…`],
    [`${'x'.repeat(298)}😀${'y'.repeat(9)}`, `${'x'.repeat(298)}…`],
  ])('of %j is %j', (text, line) => {
    expect(extractFirstLine(text)).toBe(line)
  })
})

describe('the title of a task', () => {
  it.each([
    ['the recorded one', 'Recorded\nmore', [user('<task>\nWritten\n</task>')], 'Recorded'],
    ['the task in its tags', null, [user('before <task>\n\nWritten\nmore</task> after')], 'Written'],
    ['a task whose tag is not closed', null, [user('<task>Written')], 'Written'],
    [
      'the first line of the first request',
      null,
      [{ role: 'user', content: 'Plain words\nand more' }],
      'Plain words',
    ],
    ['not what surrounds the agent', null, [user('<environment_details>\nx', 'Then words')], 'Then words'],
    [
      'not a file that was attached',
      null,
      [user('<file name="/a.png"></file>\n<file name="/a.ts">\ncode\n</file>\nThen words')],
      'Then words',
    ],
    ['not what the assistant says', null, [{ role: 'assistant', content: 'I' }, user('You')], 'You'],
    [
      'what a first line leads to',
      null,
      [user('Implement the following plan:\n\n# Move the levels\n\nFirst')],
      'Implement the following plan: Move the levels',
    ],
    ['a first line that leads to nothing', null, [user('when running:')], 'when running:'],
    [
      'not a command of the shell',
      null,
      [
        user('<bash-input>git switch main</bash-input>'),
        user('<bash-stdout>ok</bash-stdout>'),
        user('Fix it'),
      ],
      'Fix it',
    ],
    [
      'a command of the shell where nothing else was typed',
      null,
      [user('<bash-input>git switch main</bash-input>')],
      'git switch main',
    ],
    ['the fallback without any', null, [], 'folder'],
    ['the fallback when all is blank', ' \n', [user(' ')], 'folder'],
  ])('is %s', (_name, recorded, messages, title) => {
    expect(pickTaskTitle(recorded, messages, 'folder')).toBe(title)
  })
})

describe('the surroundings of an agent', () => {
  it('come from the last message that tells them', () => {
    const messages = [user('a', environment('old/model')), user('b', environment('new/model')), user('c')]
    expect(readEnvironment(messages)).toEqual({
      model: 'new/model',
      workspace: String.raw`C:\dev\(x)`,
      family: 'roo',
    })
  })

  it('are not taken from a quote in front of them', () => {
    const quoted = `read this:\n${environment('quoted/model')}`
    expect(readEnvironment([user(quoted, environment('real/model'))]).model).toBe('real/model')
  })

  it.each([
    ['<slug>code</slug>', 'roo'],
    ['code', 'roo'],
    ['ACT MODE', 'cline'],
    ['PLAN MODE\nIn this mode', 'cline'],
    ['7', null],
  ])('tell by the mode %j that the agent is %s', (mode, family) => {
    expect(readEnvironment([user(environment('m', mode))]).family).toBe(family)
  })

  it('are unknown without such a block', () => {
    expect(readEnvironment([user('a'), { role: 'user', content: [] }])).toEqual({
      model: null,
      workspace: null,
      family: null,
    })
  })
})

describe('the agent of a path', () => {
  it.each([
    ['/home/a/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks/1', 'roo'],
    ['C:\\Users\\a\\AppData\\Roaming\\Code\\User\\globalStorage\\saoudrizwan.claude-dev\\tasks\\1', 'cline'],
    ['/x/globalStorage/kilocode.Kilo-Code/tasks/1', 'kilo'],
    ['/x/globalStorage/zoocodeorganization.zoo-code/tasks/1', 'zoo'],
    ['/x/constructor/tasks', null],
  ])('%s is %s', (path, agent) => {
    expect(detectAgentByPath(path)).toBe(agent)
  })
})

describe('the files beside a history', () => {
  it('are joined', () => {
    const item = { task: 'Do it', ts: 5, workspace: '/w', conversationHistoryDeletedRange: [2, 3] }
    const metadata = { workspace: '/other', model_usage: [{ model_id: 'a' }, { model_id: 'b' }] }
    expect(readSidecars(item, metadata)).toEqual({
      title: 'Do it',
      workspace: '/w',
      model: 'b',
      ts: 5,
      deletedRange: [2, 3],
      relations: { parentId: null, childIds: [] },
    })
  })

  it.each([
    ['a parent', { id: 'b', parentTaskId: 'a', rootTaskId: 'a' }, 'a', []],
    ['children in their order', { id: 'a', childIds: ['b', 'c'], completedByChildId: 'b' }, null, ['b', 'c']],
    ['the child of a damaged list', { id: 'a', childIds: 7, delegatedToId: 'b' }, null, ['b']],
    [
      'what is readable of a list',
      { id: 'a', childIds: [7, '', 'b', 'b'], awaitingChildId: 'c' },
      null,
      ['b', 'c'],
    ],
    ['no relations in itself', { id: 'a', parentTaskId: 'a', childIds: ['a'] }, null, []],
  ] as const)('name %s', (_, item, parentId, childIds) => {
    expect(readSidecars(item, null).relations).toEqual({ parentId, childIds })
  })

  it('may say nothing, or nonsense', () => {
    const relations = { parentId: null, childIds: [] }
    const nothing = { title: null, workspace: null, model: null, ts: null, deletedRange: null, relations }
    expect(readSidecars(null, undefined)).toEqual(nothing)
    const nonsense = { task: 5, ts: 'x', workspace: {}, conversationHistoryDeletedRange: [1] }
    expect(readSidecars(nonsense, { title: '', model_usage: [7] })).toEqual(nothing)
  })
})

describe('the model named on messages', () => {
  it.each([
    [[{ modelInfo: { id: 'first' } }, { modelInfo: { id: 'last' } }, {}], 'last'],
    [[{ modelInfo: { modelId: 'cline' } }], 'cline'],
    [[{ modelInfo: {} }, { modelInfo: null }], null],
  ])('in %j is %s', (messages, model) => {
    expect(findMessageModel(messages)).toBe(model)
  })

  it('is not looked for in the content of messages that name none', () => {
    const read = vi.fn<() => string>()
    const message = Object.defineProperty({ role: 'assistant' }, 'content', { enumerable: true, get: read })
    expect(findMessageModel([message, message])).toBeNull()
    expect(readMessageMetrics([message, message]).requests).toEqual([])
    expect(read).not.toHaveBeenCalled()
  })
})

describe('the time of the last activity', () => {
  it.each([
    [[3, 9, 4, null, undefined], 1, 9],
    [[Number.POSITIVE_INFINITY, 'x'], 77, 77],
    [[], null, null],
  ])('of %j, in a file of %s, is %s', (recorded, changed, latest) => {
    expect(pickLatestTs(recorded, changed)).toBe(latest)
  })
})
