import { describe, expect, it } from 'vitest'
import { buildTaskChoices, tellApart, type NamedTask } from './tell-apart.ts'

const task = (id: string, over: Partial<NamedTask> = {}): NamedTask => ({
  id,
  title: 'Fix the build',
  agent: 'codex',
  lastActivityTs: new Date(2026, 9, 3, 14, 5).getTime(),
  path: '/home/me/sessions/a.jsonl',
  ...over,
})

describe('tasks of equal titles', () => {
  it.each<[Partial<NamedTask>, Partial<NamedTask>, [string, string]]>([
    [{ agent: 'pi' }, {}, ['pi', 'codex']],
    [{}, { lastActivityTs: new Date(2026, 9, 4, 9, 0).getTime() }, ['2026-10-03 14:05', '2026-10-04 09:00']],
    [{}, { path: '/home/me/sessions/b.jsonl' }, ['a', 'b']],
    [{ agent: null, lastActivityTs: null }, { agent: null, lastActivityTs: null }, ['a', 'a']],
  ])('%j and %j are told apart by %j', (first, second, texts) => {
    expect([...tellApart([task('1', first), task('2', second)]).values()]).toEqual(texts)
  })

  it('are told apart by what differs between all of them', () => {
    const later = new Date(2026, 9, 4, 9, 0).getTime()
    const three = [
      task('1', { agent: 'pi' }),
      task('2'),
      task('3', { lastActivityTs: later, path: '/b.json' }),
    ]
    expect([...tellApart(three).values()]).toEqual([
      'pi · 2026-10-03 14:05 · a',
      'codex · 2026-10-03 14:05 · a',
      'codex · 2026-10-04 09:00 · b',
    ])
  })

  it('leave others as they are', () => {
    const own = task('3', { title: 'Another' })
    expect(tellApart([own, task('1')]).size).toBe(0)
    expect(buildTaskChoices([own, task('1'), task('2', { agent: 'pi' })]).map(({ label }) => label)).toEqual([
      'Another',
      'Fix the build (codex)',
      'Fix the build (pi)',
    ])
  })
})
