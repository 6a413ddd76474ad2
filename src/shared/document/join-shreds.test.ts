import { describe, expect, it } from 'vitest'
import type { DiffSegment } from './join-shreds.ts'
import { joinShreds } from './join-shreds.ts'

const same = (text: string): DiffSegment => ({ kind: 'same', text })
const removed = (text: string): DiffSegment => ({ kind: 'removed', text })
const added = (text: string): DiffSegment => ({ kind: 'added', text })

describe('joining what chance has parted', () => {
  it.each([
    [
      [removed('20'), same('.'), removed('19'), added('(61')],
      [removed('20.19'), added('.(61')],
    ],
    [
      [removed('a'), same(' '), added('b'), same(' kept')],
      [removed('a '), added(' b'), same(' kept')],
    ],
    [
      [removed('a'), same(' and '), added('b')],
      [removed('a'), same(' and '), added('b')],
    ],
    [
      [removed('a'), same('\n'), removed('b')],
      [removed('a'), same('\n'), removed('b')],
    ],
    [
      [same('.'), removed('a'), same('.')],
      [same('.'), removed('a'), same('.')],
    ],
    [[], []],
  ])('turns %j into %j', (segments, joined) => {
    expect(joinShreds(segments)).toEqual(joined)
  })

  it('changes neither text', () => {
    const segments = [same('x'), removed('1'), same('.'), added('2'), same(', '), removed('3'), same('end')]
    const side = (list: readonly DiffSegment[], not: string): string =>
      list.map((segment) => (segment.kind === not ? '' : segment.text)).join('')
    expect(side(joinShreds(segments), 'added')).toBe(side(segments, 'added'))
    expect(side(joinShreds(segments), 'removed')).toBe(side(segments, 'removed'))
  })
})
