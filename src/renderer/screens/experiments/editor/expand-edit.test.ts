import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { editYamlText } from '../../../ui/components/yaml-editor/edit-yaml-text.ts'
import { expandEdit } from './expand-edit.ts'

const text = `variants:
  - id: native # the old way
    provider: native
  - id: lossless
    provider: lossless
baseline: native
assert:
  - metric: reduction
    variant: native
  - metric: cost
`

const renamed = (from: string, index: number, id: string): string =>
  expandEdit(parse(from), { kind: 'set', path: ['variants', index, 'id'], value: id }).reduce(
    editYamlText,
    from,
  )

it('renames what names a variant with it, letter by letter, and keeps comments', () => {
  const typed = ['', 'l', 'le', 'ledger'].reduce((before, id) => renamed(before, 0, id), text)
  expect(parse(typed)).toMatchObject({
    variants: [{ id: 'ledger' }, { id: 'lossless' }],
    baseline: 'ledger',
    assert: [{ variant: 'ledger' }, { metric: 'cost' }],
  })
  expect(typed).toContain('# the old way')
})

it('leaves the baseline alone where another variant is renamed', () => {
  expect(parse(renamed(text, 1, 'strict'))).toMatchObject({ baseline: 'native' })
})

it('follows a variant through the id of another one', () => {
  const typed = ['lossless', 'lossless-', 'lossless-2'].reduce((before, id) => renamed(before, 0, id), text)
  expect(parse(typed)).toMatchObject({
    variants: [{ id: 'lossless-2' }, { id: 'lossless' }],
    baseline: 'lossless-2',
    assert: [{ variant: 'lossless-2' }, {}],
  })
})
