import { describe, expect, it } from 'vitest'
import { makeCommandLine } from '../../cli/testing/command-line.ts'
import { pinPlace, pinPlaces } from './pin-place.ts'

describe('the place of a pin', () => {
  it.each([
    ['0', { messageIndex: 0, partIndex: null }],
    ['12', { messageIndex: 12, partIndex: null }],
    ['#12', { messageIndex: 12, partIndex: null }],
    ['40.2', { messageIndex: 40, partIndex: 2 }],
    ['40.0', { messageIndex: 40, partIndex: 0 }],
  ])('%s is %o', (text, place) => {
    expect(pinPlace(text)).toEqual(place)
  })

  it.each(['', 'x', '-1', '1.', '.1', '1.2.3', '1,2', '1e3', ' 1', '9007199254740993'])(
    'is not `%s`',
    (text) => {
      expect(() => pinPlace(text)).toThrow('It must be the number of a message')
    },
  )

  it('comes several times', () => {
    expect(pinPlaces('2.1', pinPlaces('1', undefined))).toEqual([
      { messageIndex: 1, partIndex: null },
      { messageIndex: 2, partIndex: 1 },
    ])
  })

  it.each([
    ['condense x -p lossless --pin first', /option '--pin <place>' argument 'first' is invalid/],
    ['pins add x', /missing required argument 'places'/],
    ['pins add x first', /argument value 'first' is invalid for argument 'places'/],
    ['pins remove x 1.x', /'1.x' is invalid/],
    ['pins list nowhere', /There is no task nowhere/],
    ['pins add nowhere 1', /There is no task nowhere/],
    ['pins remove nowhere 1', /There is no task nowhere/],
    ['pins clear nowhere', /There is no task nowhere/],
  ])('is refused in `%s` with one line and exit code 2', async (text, message) => {
    const line = await makeCommandLine()
    const { code, out, err } = await line.run(text.split(' '))
    await line.clean()
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
    expect(err.trimEnd()).not.toContain('\n')
  })
})
