import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

/** Turns dark to light and light to dark; what the system says stops counting until Settings says so again. */
export function useColorSchemeToggle(): () => void {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('dark')
  return () => setColorScheme(scheme === 'dark' ? 'light' : 'dark')
}
