import { screen } from '@testing-library/react'
import { useReducer } from 'react'
import { describe, expect, it } from 'vitest'
import { settingsSchema, type Settings } from '../../../../shared/methods/provider-types.ts'
import { draw } from '../../../testing/draw.tsx'
import { createEditorState, reduceEditor } from './editor-state.ts'
import { PassPane } from './pass-pane.tsx'
import { passTemplates } from './passes.ts'

const [suppress, cut] = passTemplates.map(({ pass }) => settingsSchema.parse(pass)) as [Settings, Settings]

function drawPane(passes: readonly Settings[] = [suppress, cut]) {
  function Owner() {
    const [state, act] = useReducer(reduceEditor, createEditorState({ passes: [...passes] }))
    return <PassPane draft={{ state, act, issues: [], changeText: () => undefined, fitting: null }} />
  }
  return draw(<Owner />)
}

const options = () => screen.getAllByRole('option')
const names = () => options().map((option) => option.querySelector('[title]')?.textContent)
const selected = () => options().findIndex(({ ariaSelected }) => ariaSelected === 'true')
const said = () => screen.getByRole('status').textContent
const button = (name: string) => screen.getByRole('button', { name })

describe('the pane of passes', () => {
  it('moves the selected pass with Alt and arrow keys, and says where it is', async () => {
    const user = drawPane()
    screen.getByRole('listbox', { name: 'Passes' }).focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(names().slice(1)).toEqual(['Cut tool content', 'Remove old tool content'])
    expect(said()).toBe('“Remove old tool content” is now 2 of 2.')
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(said()).toBe('“Remove old tool content” is last already.')
    await user.click(button('Move the pass up'))
    expect(names().slice(1)).toEqual(['Remove old tool content', 'Cut tool content'])
  })

  it('brings back a pass that was deleted', async () => {
    const user = drawPane()
    screen.getByRole('listbox', { name: 'Passes' }).focus()
    await user.keyboard('{Delete}')
    expect(names().slice(1)).toEqual(['Cut tool content'])
    expect(said()).toBe('Deleted “Remove old tool content”.')
    await user.click(button('Undo'))
    expect(names().slice(1)).toEqual(['Remove old tool content', 'Cut tool content'])
    expect(said()).toBe('Restored the pass.')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('duplicates a pass after it, by key and by button', async () => {
    const user = drawPane([cut])
    screen.getByRole('listbox', { name: 'Passes' }).focus()
    await user.keyboard('d')
    expect(names().slice(1)).toEqual(['Cut tool content', 'Cut tool content (copy)'])
    await user.click(button('Duplicate the pass'))
    expect(options()).toHaveLength(4)
  })

  it('adds a template after the selected pass', async () => {
    const user = drawPane()
    await user.click(button('Add'))
    await user.click(await screen.findByRole('menuitem', { name: /^One summary/ }))
    expect(names()[2]).toBe('One summary of the older part')
    expect(selected()).toBe(2)
  })

  it('leaves the general settings where they are', async () => {
    const user = drawPane()
    await user.click(options()[0]!)
    for (const name of ['Move the pass up', 'Move the pass down', 'Duplicate the pass', 'Delete the pass'])
      expect(button(name).ariaDisabled).toBe('true')
    await user.click(button('Delete the pass'))
    expect(options()).toHaveLength(3)
  })

  it('asks for a pass where there is none', () => {
    drawPane([])
    expect(said()).toBe('No pass yet: add one.')
  })
})
