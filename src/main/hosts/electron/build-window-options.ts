import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import { z } from 'zod'
import { confinedPage } from './confined-page.ts'

/** Where the window stood when it was last moved, as it is kept among the preferences. */
export const windowBoundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  /** Whether it filled the screen; its place is then the one it goes back to. */
  isMaximized: z.boolean().default(false),
})

/** How the window opens. */
export type WindowPlace = { readonly bounds: Partial<Rectangle>; readonly isMaximized: boolean }

const minimum = { width: 900, height: 600 }
const usual = { width: 1440, height: 920 }

/**
 * Size and place of the window: as remembered where that still shows on a screen (screens get unplugged), else the
 * usual size wherever the system puts it. Nothing that was remembered is trusted unread.
 */
export function restorePlace(remembered: unknown, workAreas: readonly Rectangle[]): WindowPlace {
  const bounds = windowBoundsSchema.safeParse(remembered).data
  if (bounds === undefined) return { bounds: usual, isMaximized: false }
  const { isMaximized } = bounds
  const size = {
    width: Math.max(bounds.width, minimum.width),
    height: Math.max(bounds.height, minimum.height),
  }
  // Enough of the title bar must be within reach to drag the window back.
  const isReachable = workAreas.some(
    (area) =>
      Math.min(bounds.x + size.width, area.x + area.width) - Math.max(bounds.x, area.x) >= 100 &&
      bounds.y >= area.y &&
      bounds.y <= area.y + area.height - 40,
  )
  return { bounds: isReachable ? { ...size, x: bounds.x, y: bounds.y } : size, isMaximized }
}

/**
 * Options of the one window. The page shows hostile text, so it runs in the sandbox, apart from the preload, without
 * Node in any frame or worker; it is shown once it has something to show.
 */
export function buildWindowOptions(options: {
  readonly preload: string
  readonly bounds: Partial<Rectangle>
  readonly isDark: boolean
}): BrowserWindowConstructorOptions {
  return {
    ...options.bounds,
    minWidth: minimum.width,
    minHeight: minimum.height,
    title: 'Dewpoint',
    show: false,
    backgroundColor: options.isDark ? '#16181b' : '#ffffff',
    webPreferences: { ...confinedPage, preload: options.preload },
  }
}
