import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { alignRight, buildFacts, buildTable, buildText } from '../../../shared/document/document.ts'
import { draw } from '../../testing/draw.tsx'
import { DocumentView } from './document-view.tsx'

it('draws sentences, facts and tables, and shows what would disguise a text', () => {
  draw(
    <DocumentView
      blocks={[
        { kind: 'heading', text: 'What it did' },
        buildText('It saved half.', ''),
        buildFacts([
          ['cost', '$0.10'],
          ['because', ['one', 'a\u202Eb']],
          ['nothing', ''],
        ]),
        buildTable(
          ['Pass', ...alignRight('Parts')],
          [
            [
              { text: 'Cut', tone: 'good' },
              { text: '3', detail: 'of 12' },
            ],
          ],
          { caption: 'Passes', note: 'Counted here.' },
        ),
        buildTable(['Empty'], [], { caption: 'None' }),
      ]}
    />,
  )
  expect(screen.getByRole('heading', { name: 'What it did' })).toBeDefined()
  expect(screen.getByText('It saved half.')).toBeDefined()
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['cost', 'because'])
  expect(screen.getByText('a⟨U+202E⟩b')).toBeDefined()
  expect(screen.getByRole('table', { name: 'Passes' }).textContent).toBe('PassPartsCut3of 12')
  expect(screen.getByText('Counted here.')).toBeDefined()
  expect(screen.queryByRole('table', { name: 'None' })).toBeNull()
})

it('keeps a folded table behind its caption, and says verdicts with their signs', () => {
  draw(
    <DocumentView
      blocks={[
        buildTable(['Event'], [['start']], { caption: 'Events', isFolded: true }),
        {
          kind: 'comparison',
          cards: [
            {
              title: 'b against a',
              lines: [{ word: 'better', items: [{ metric: 'Cost', text: '−$1' }], note: 'of 3' }],
            },
          ],
        },
      ]}
    />,
  )
  expect(screen.getByText('Events').closest('details')?.open).toBe(false)
  expect(screen.getByText(/▲ Better/).closest('p')?.textContent).toBe('▲ Better: Cost −$1 (of 3)')
})
