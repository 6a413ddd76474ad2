import { describe, expect, it } from 'vitest'
import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  listFirst,
} from '../../../shared/document/document.ts'
import { drawDocument } from './draw-document.ts'

describe('a document on a terminal', () => {
  it('aligns text on the left, numbers on the right, and ends no line with spaces', () => {
    const rows = [
      ['tool-result', '1,200', ''],
      ['é', '7', 'x'],
    ]
    expect(drawDocument([buildTable(['kind', ...alignRight('tokens'), 'note'], rows)])).toBe(
      ['kind         tokens  note', 'tool-result   1,200', 'é                 7  x', ''].join('\n'),
    )
  })

  it('is aligned by the columns of a terminal, which wide characters take two of', () => {
    const rows = [
      ['修复登录', 'a'],
      ['🚀 go', 'b'],
      ['e\u0301', 'c'],
    ]
    expect(drawDocument([buildTable(['task', 'model'], rows)])).toBe(
      ['task      model', '修复登录  a', '🚀 go     b', 'e\u0301         c', ''].join('\n'),
    )
  })

  it('leaves out what is empty: tables without rows, facts without a value, blank sentences', () => {
    expect(
      drawDocument([
        buildTable(['kind'], [], { note: 'Of nothing.' }),
        buildText('', false),
        buildFacts([
          ['id', 'a'],
          ['longer', ''],
          ['none', []],
          ['cost', '$1'],
        ]),
      ]),
    ).toBe('id    a\ncost  $1\n')
  })

  it('has a blank line between blocks, none below a heading, and one label for several values', () => {
    expect(
      drawDocument([
        { kind: 'heading', text: 'Where' },
        buildFacts([['why', listFirst(['one', 'two', 'three'], 2)]]),
        buildTable(['kind'], [[{ text: 'a', detail: 'of b', verdict: { word: 'better', text: '+1' } }]], {
          note: 'To read.',
        }),
      ]),
    ).toBe(
      [
        'Where',
        'why  one',
        '     two',
        '     and 1 more, which --json lists',
        '',
        'kind',
        'a (of b) ▲ +1',
        'To read.',
        '',
      ].join('\n'),
    )
  })

  it('lets no text make up a line, a row or an escape sequence, and has no thin spaces', () => {
    const text = drawDocument([
      buildText('a\nb\u001B[2J'),
      buildFacts([['53.5\u202f%', 'c\r\nd']]),
      buildTable(['x'], [['e\nf\u202E']]),
    ])
    expect(text).toBe('a b [2J\n\n53.5 %  c d\n\nx\ne f\n')
  })

  it('says verdicts in words, quotes below their label, and leaves what is to be copied as it is', () => {
    expect(
      drawDocument([
        {
          kind: 'comparison',
          cards: [
            {
              title: 'b against a',
              lines: [{ word: 'worse', items: [{ metric: 'Cost', text: '+$1' }], note: 'of 3' }],
            },
          ],
        },
        { kind: 'quotes', label: 'Lost', texts: ['x'] },
        { kind: 'code', label: 'Set it:', text: 'a: 1\nb: 2', isFolded: false },
        { kind: 'code', label: '', text: 'a:\n  b', isFolded: false },
      ]),
    ).toBe('b against a\n  Worse: Cost +$1 (of 3)\n\nLost\n  x\n\nSet it:\n    a: 1\n    b: 2\n\na:\n  b\n')
  })
})
