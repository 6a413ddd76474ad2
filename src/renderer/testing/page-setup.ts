import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

/** What a browser has and jsdom has not, as far as the components ask for it. */

class NoSizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= NoSizes
window.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
})
// Lists draw the rows that fit into their height; without one they would draw none.
Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 600 })
Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, get: () => 800 })
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
Object.defineProperty(Element.prototype, 'scrollIntoView', { configurable: true, value: () => undefined })
Object.defineProperty(Element.prototype, 'scrollTo', {
  configurable: true,
  value(this: Element, { top }: ScrollToOptions) {
    if (top !== undefined) this.scrollTop = top
  },
})

// Whether an element can be seen takes the computed style of all that is around it, half of the time of a test.
// Nothing is judged by the clock: the limit ends what hangs, also on a busy machine.
configure({ defaultHidden: true, asyncUtilTimeout: 300_000 })

afterEach(() => {
  cleanup()
  // Text areas that grow leave one of their own behind, in which they are measured.
  document.body.replaceChildren()
})
