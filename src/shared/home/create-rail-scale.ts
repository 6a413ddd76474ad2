import type { ControlResult } from '../kernel/control.ts'

/**
 * Places a value of a figure on the scale from an empty context (0) to the full history (100), by the means of both.
 * Values stay as they are, times 100, where either was not measured or both score the same.
 */
export function createRailScale(
  controls: readonly Pick<ControlResult, 'id' | 'mean'>[],
): (value: number) => number {
  const findMean = (id: ControlResult['id']): number | undefined =>
    controls.find((control) => control.id === id)?.mean
  const [nothing, full] = [findMean('nothing'), findMean('full')]
  if (nothing === undefined || full === undefined || nothing === full) return (value) => 100 * value
  return (value) => (100 * (value - nothing)) / (full - nothing)
}
