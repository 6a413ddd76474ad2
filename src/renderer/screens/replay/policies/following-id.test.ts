import { describe, expect, it } from 'vitest'
import { readJsonAtPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import { readYamlText } from '../../../ui/components/yaml-editor/read-yaml-text.ts'
import { editWithId } from './following-id.ts'

function readIds(text: string): readonly unknown[] {
  const read = readYamlText(text, 'policies')
  const list = 'value' in read ? read.value['policies'] : undefined
  return (Array.isArray(list) ? list : []).map((policy) => readJsonAtPath(policy, ['id']))
}

/** Ids after one change of a list of policies. */
function idsAfter(
  policies: readonly object[],
  index: number,
  key: string,
  value: string | number | undefined,
) {
  return readIds(
    editWithId(JSON.stringify({ policies }), { kind: 'set', path: ['policies', index, key], value }),
  )
}

const native = { id: 'native-50', provider: 'native', threshold: 50 }

describe('the id of a policy that was made of its settings', () => {
  it.each([
    ['threshold', 70, 'native-70'],
    ['provider', 'lossless', 'lossless-50'],
    ['window', 16_000, 'native-50'],
    ['preset', 'balanced', 'native-50'],
    ['threshold', undefined, 'native-75'],
  ] as const)('follows %s to %s', (key, value, id) => {
    expect(idsAfter([native], 0, key, value)).toEqual([id])
  })

  it('follows the window where a sweep put it into the id', () => {
    const swept = { id: 'native-200k-50', provider: 'native', threshold: 50, window: 200_000 }
    expect(idsAfter([swept], 0, 'window', 16_000)).toEqual(['native-16k-50'])
  })

  it('gets a number where another policy is called so, and loses it when it is free', () => {
    const other = { id: 'native-70', provider: 'native', threshold: 70 }
    expect(idsAfter([native, other], 0, 'threshold', 70)).toEqual(['native-70-2', 'native-70'])
    const numbered = { ...native, id: 'native-50-2' }
    expect(idsAfter([numbered, other], 0, 'threshold', 60)).toEqual(['native-60', 'native-70'])
  })

  it('is another one for each where a change makes several alike', () => {
    const policies = [128_000, 200_000].map((window) => ({
      id: `native-${window / 1000}k-50`,
      provider: 'native',
      threshold: 50,
      window,
    }))
    const text = [0, 1].reduce(
      (before, index) =>
        editWithId(before, { kind: 'set', path: ['policies', index, 'window'], value: 16_000 }),
      JSON.stringify({ policies }),
    )
    expect(readIds(text)).toEqual(['native-16k-50', 'native-16k-50-2'])
  })

  it('stays where somebody chose it, and where a setting gives no name', () => {
    expect(idsAfter([{ ...native, id: 'mine' }], 0, 'threshold', 70)).toEqual(['mine'])
    expect(idsAfter([{ ...native, id: 'native-60' }], 0, 'threshold', 70)).toEqual(['native-60'])
    expect(idsAfter([native], 0, 'threshold', 'much')).toEqual(['native-50'])
  })
})
