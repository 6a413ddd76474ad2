import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { WindowGauge } from './window-gauge.tsx'

it.each([
  [42.4, 80, '42', '42.4 % used, condensed at 80 %', 'false'],
  [80, 80, '80', '80.0 % used, condensed at 80 %', 'true'],
  [130, 120, '100', '130.0 % used, condensed at 120 %', 'true'],
])('a window filled by %s % with a threshold of %s %', (percent, threshold, now, text, isOver) => {
  draw(<WindowGauge percent={percent} threshold={threshold} />)
  const gauge = screen.getByRole('meter', { name: 'Use of the window' })
  expect(gauge.ariaValueNow).toBe(now)
  expect(gauge.ariaValueText?.replaceAll('\u202f', ' ')).toBe(text)
  const [fill, mark] = gauge.children
  expect(fill?.getAttribute('data-over')).toBe(isOver)
  expect(fill?.getAttribute('style')).toContain(`width: ${Math.min(100, percent)}%`)
  expect(mark?.getAttribute('style')).toContain(`left: ${Math.min(100, threshold)}%`)
})
