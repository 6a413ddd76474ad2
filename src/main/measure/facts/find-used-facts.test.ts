import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { findFacts } from './find-facts.ts'
import { findUsedFacts } from './find-used-facts.ts'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })

function used(source: readonly Message[], after: readonly Message[]): string[] {
  const facts = findFacts(conversationFor(source))
  const flags = findUsedFacts(facts, conversationFor(after))
  return facts.flatMap(({ classId, text }, at) => (flags[at] !== null ? [`${classId} ${text}`] : []))
}

describe('the continuation uses', () => {
  it('other facts against another continuation', () => {
    const facts = findFacts(conversationFor([user('See src/one.ts and src/two.ts')]))
    const isUsed = (...paths: string[]): boolean[] =>
      paths.map((path) =>
        findUsedFacts(facts, conversationFor([assistant(`I change ${path}.`)])).some((one) => one !== null),
      )
    expect(isUsed('src/one.ts', 'src/three.ts', 'src/two.ts')).toEqual([true, false, true])
  })

  it('each where the assistant first writes it, counted from the cut', () => {
    const facts = findFacts(conversationFor([user('See src/one.ts and src/two.ts')]))
    const after = [user('Go on'), assistant('First src/two.ts.'), assistant('Then src/two.ts again.')]
    const places = findUsedFacts(facts, conversationFor(after))
    expect(facts.map(({ text }, at) => [text, places[at]?.messageIndex ?? null])).toEqual([
      ['src/one.ts', null],
      ['src/two.ts', 1],
    ])
  })

  it('no words that every workspace has', () => {
    const source = [user('See package.json, useEffect and berthLedger')]
    expect(used(source, [assistant('In package.json, useEffect and berthLedger')])).toEqual([
      'symbol berthLedger',
    ])
  })

  it.each([
    ['as it is', '/home/ann/web/src/draft.ts'],
    ['relative', 'src/draft.ts'],
    ['with a dot before it', './src/draft.ts'],
    ['by its name', 'draft.ts'],
  ])('a path once where it is written %s', (_name, path) => {
    const source = [user('See /home/ann/web/src/draft.ts, src/draft.ts, ./src/draft.ts and draft.ts')]
    expect(used(source, [assistant(`I change ${path}.`)])).toHaveLength(1)
  })

  it('two files of one name twice', () => {
    const source = [user('See src/draft.ts and lib/draft.ts')]
    expect(used(source, [assistant('src/draft.ts before lib/draft.ts')])).toEqual([
      'path src/draft.ts',
      'path lib/draft.ts',
    ])
  })

  it('nothing that a tool says first', () => {
    const after = [
      call('1', 'bash', { command: 'ls' }),
      answer('1', 'src/draft.ts'),
      assistant('src/draft.ts'),
    ]
    expect(used([user('See src/draft.ts')], after)).toEqual([])
  })

  it('an item of the to-do list that it goes on with in other words', () => {
    const todos = [{ content: 'Write tests for the refund parser', status: 'pending' }]
    const source = [call('1', 'TodoWrite', { todos }), answer('1', 'ok')]
    expect(used(source, [assistant('Now I write the tests of the refund parser.')])).toEqual([
      'open-task Write tests for the refund parser',
    ])
    expect(used(source, [user('Write the tests for the refund parser!')])).toEqual([])
  })

  it('a rule where it does what that names, and no ban', () => {
    const source = [user('Always run `make verify` before you commit. Never run `make publish` yourself.')]
    const after = [call('1', 'bash', { command: 'make verify && make publish' }), answer('1', 'ok')]
    expect(used(source, after)).toEqual([
      'constraint Always run `make verify` before you commit.',
      'value make verify',
      'value make publish',
    ])
  })

  it('a value and an answer of the user', () => {
    const source = [
      user('The largest draft is 940 cm.'),
      call('1', 'AskUserQuestion', { questions: [] }),
      answer('1', 'Your questions have been answered: "Which one?"="the northern quay"'),
    ]
    expect(used(source, [assistant('I set 940 for the northern quay.')])).toEqual([
      'value 940',
      'value the northern quay',
    ])
  })
})
