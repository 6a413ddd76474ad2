import { describe, expect, it } from 'vitest'
import { readImageSource } from './read-image-source.ts'

const anthropic = (media_type: string, data: string) => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
})

describe('showing an image of a history', () => {
  it('shows base64 of the four harmless types', () => {
    expect(readImageSource(anthropic('image/png', 'iVBORw0='))).toEqual({
      url: 'data:image/png;base64,iVBORw0=',
    })
    expect(readImageSource({ type: 'image_url', image_url: { url: 'data:image/webp;base64,AAAA' } })).toEqual(
      {
        url: 'data:image/webp;base64,AAAA',
      },
    )
  })

  it.each([
    ['an SVG', anthropic('image/svg+xml', 'AAAA')],
    ['a page', anthropic('text/html', 'AAAA')],
    ['an address', { type: 'image', source: { type: 'url', url: 'http://example.org/x.png' } }],
    ['a script address', { type: 'image', image_url: 'javascript:alert(1)' }],
    ['text that is no base64', anthropic('image/png', 'A"onerror=')],
    ['nothing', { type: 'image' }],
  ])('says why it does not show %s', (_name, block) => {
    expect(readImageSource(block)).toHaveProperty('reason')
  })
})
