import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const [light = '', dark = ''] = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8').split(
  ":root[data-mantine-color-scheme='dark']",
)

function readColour(theme: string, name: string): string {
  const colour = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)?.[1]
  if (colour === undefined) throw new Error(`no colour ${name}`)
  return colour
}

function computeLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function computeContrast(one: string, other: string): number {
  const [low = 0, high = 0] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Colours with hardly a hue. */
const greys = ['kind-prefix', 'kind-environment', 'kind-opaque']
const kinds = [
  ...greys,
  ...[
    'user-text',
    'assistant-text',
    'reasoning',
    'hidden-reasoning',
    'tool-call',
    'tool-result',
    'image',
    'summary',
  ].map((kind) => `kind-${kind}`),
]

describe.each([
  ['light', light],
  ['dark', dark],
])('the colours of kinds in the %s theme', (_name, theme) => {
  it.each(kinds)('%s stands out from the ground', (kind) => {
    expect(computeContrast(readColour(theme, kind), readColour(theme, 'ground'))).toBeGreaterThanOrEqual(3)
  })

  it('differ in lightness where they are all grey', () => {
    const contrasts = greys.flatMap((one, at) =>
      greys.slice(at + 1).map((other) => computeContrast(readColour(theme, one), readColour(theme, other))),
    )
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(1.5)
  })
})
