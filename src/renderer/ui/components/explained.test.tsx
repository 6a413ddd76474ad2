import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { partKinds } from '../../../shared/kernel/part.ts'
import { findTermById, findTermByLabel } from '../../../shared/kernel/words/glossary.ts'
import { controlWords } from '../../../shared/kernel/words/state-words.ts'
import { groupingLabels } from '../../screens/activity/activity-controls.tsx'
import { dimensionLabels } from '../../screens/library/overview/overview-group.ts'
import { paidLooks } from '../../screens/replay/paid-looks.ts'
import { plainMeasures } from '../../screens/replay/results/results-figures.ts'
import { timelineLooks } from '../../screens/timeline/timeline-kinds.ts'
import { draw } from '../../testing/draw.tsx'
import { DataTable } from './data-table.tsx'
import { Figure } from './figure.tsx'
import { kindLooks } from './marks/part-kinds.ts'
import { PlainTable } from './plain-table.tsx'
import type { TableColumn } from './table-column.ts'
import { Tag } from './tag.tsx'

type Row = { readonly name: string; readonly size: number }

const columns: readonly TableColumn<Row>[] = [
  { id: 'name', header: 'Method', value: ({ name }) => name },
  { id: 'kept', header: 'Reduction (%)', value: ({ size }) => size },
  { id: 'cost', header: 'Cost', about: 'recorded-cost', value: ({ size }) => size },
]
const rows = [{ name: 'a', size: 1 }]

const Table = () => (
  <DataTable
    label="Rows"
    rows={rows}
    columns={columns}
    rowId={({ name }) => name}
    sort={{ id: 'name', desc: false }}
    onSort={() => undefined}
    selectedId={null}
    onSelect={() => undefined}
    onOpen={() => undefined}
  />
)

describe('an explanation', () => {
  it('opens for the keyboard, describes its header, and closes with Escape', async () => {
    const user = draw(<Table />)
    await user.tab()
    await user.tab()
    await user.tab()
    const header = screen.getByRole('button', { name: 'Reduction (%)' })
    expect(document.activeElement).toBe(header)
    const tooltip = await screen.findByRole('tooltip')
    expect(tooltip.textContent).toContain(findTermById('reduction')?.definition)
    expect(tooltip.textContent).toContain('Higher is better.')
    expect(header.getAttribute('aria-describedby')).toBe(tooltip.id)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).toBeNull()
    expect(document.activeElement).toBe(header)
  })

  it('opens for the mouse and closes when it leaves', async () => {
    const user = draw(<Table />)
    const header = screen.getByRole('button', { name: 'Method' })
    await user.hover(header)
    expect((await screen.findByRole('tooltip')).textContent).toContain(findTermById('arm')?.definition)
    await user.unhover(header)
    await expect.poll(() => screen.queryByRole('tooltip')).toBeNull()
  })

  it('opens for a tap, stays, and closes with the next one elsewhere', async () => {
    const user = draw(<PlainTable label="Rows" columns={columns} rows={rows} />)
    await user.pointer({ keys: '[TouchA]', target: screen.getByRole('button', { name: 'Method' }) })
    await user.unhover(screen.getByRole('button', { name: 'Method' }))
    expect(screen.getByRole('tooltip').textContent).toContain(findTermById('arm')?.definition)
    await user.pointer({ keys: '[TouchA]', target: screen.getByRole('cell', { name: 'a' }) })
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('is that of the term which a column names, where its header says too little', async () => {
    const user = draw(<PlainTable label="Rows" columns={columns} rows={rows} />)
    await user.hover(screen.getByRole('button', { name: 'Cost' }))
    expect((await screen.findByRole('tooltip')).textContent).toContain(
      findTermById('recorded-cost')?.definition,
    )
  })

  it('stands at badges and figures as well', async () => {
    const user = draw(
      <>
        <Tag>sample</Tag>
        <Figure label="Peak (tok)" value={3} />
      </>,
    )
    await user.tab()
    expect((await screen.findByRole('tooltip')).textContent).toContain(findTermById('sample')?.definition)
    await user.tab()
    await expect
      .poll(() =>
        screen
          .queryAllByRole('tooltip')
          .map(({ textContent }) => textContent)
          .join(),
      )
      .toContain(findTermById('peak')?.definition)
  })

  it('is missing where the glossary says nothing, and so is the button', () => {
    draw(<Figure label="Something of its own" value={3} />)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByText('Something of its own')).toBeTruthy()
  })
})

/** Headers as they are written in column definitions, by file. */
function writtenHeaders(): readonly (readonly [file: string, header: string])[] {
  const root = join(import.meta.dirname, '../..')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) => {
      const text = readFileSync(join(root, name), 'utf8')
      const plain = text.matchAll(/\bheader: '(?<header>[^']+)'(?!,?\s*about:)/g)
      const figures = text.matchAll(
        /\b(?:figureColumn(?:<[^(]*>)?|figure|quality)\(\s*'[^']+',\s*'(?<header>[^']+)'/g,
      )
      return [...plain, ...figures].map(({ groups }): [string, string] => [name, groups?.['header'] ?? ''])
    })
}

/** Words that are no headers. */
const notHeaders: ReadonlySet<string> = new Set(['none', 'above-rows', 'over-rows'])

describe('the glossary', () => {
  const headers = writtenHeaders().filter(([, header]) => !notHeaders.has(header))

  it('explains every header that a column definition writes', () => {
    expect(headers.length).toBeGreaterThan(150)
    expect(headers.filter(([, header]) => findTermByLabel(header) === undefined)).toEqual([])
  })

  it('explains every figure and every head that is written by hand', () => {
    const root = join(import.meta.dirname, '../../screens')
    const labels = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
      .flatMap((name) =>
        [
          ...readFileSync(join(root, name), 'utf8').matchAll(
            /<(?:Figure|HeadCell)\b[^>]*?\slabel="([^"]+)"(?!\s*term=)/g,
          ),
        ].map(([, label = '']): [string, string] => [name, label]),
      )
    expect(labels.length).toBeGreaterThan(90)
    expect(labels.filter(([, label]) => findTermByLabel(label) === undefined)).toEqual([])
  })

  it('explains every badge, and every head that is written by hand is one that explains', () => {
    const root = join(import.meta.dirname, '../..')
    const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
      .map((name) => [name, readFileSync(join(root, name), 'utf8')] as const)
    const badges = texts.flatMap(([name, text]) =>
      [...text.matchAll(/<Tag(?: accent| isWithinOption)*>\s*(?<word>[\w -]+?)\s*<\/Tag>/g)].map(
        ({ groups }): [string, string] => [name, groups?.['word'] ?? ''],
      ),
    )
    expect(badges.length).toBeGreaterThan(7)
    expect(badges.filter(([, word]) => findTermByLabel(word) === undefined)).toEqual([])
    const bare = texts.filter(([, text]) => /<Table\.Th\b[^>]*>\s*[A-Z]/.test(text)).map(([name]) => name)
    expect(bare).toEqual([])
  })

  it('explains headers that are made of the names of kinds, groups, prices and controls', () => {
    const made = [
      ...partKinds.map((kind) => `${kindLooks[kind].label}, tok`),
      ...Object.values(timelineLooks).map(({ label }) => `${label}, tok`),
      ...Object.values(paidLooks).map(({ label }) => `${label} (tok)`),
      ...Object.values(groupingLabels),
      ...Object.values(dimensionLabels),
      ...Object.values(controlWords),
      ...plainMeasures.map(({ label }) => label),
    ]
    expect(made.filter((header) => findTermByLabel(header) === undefined)).toEqual([])
  })
})
