import { useMediaQuery } from '@mantine/hooks'

/** Whether two panes beside each other would both be too narrow: in a small window, or at a high zoom. */
export function useIsNarrow(width = 760): boolean {
  return useMediaQuery(`(max-width: ${width}px)`, false, { getInitialValueInEffect: false })
}
