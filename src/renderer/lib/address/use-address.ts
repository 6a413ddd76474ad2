import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect } from 'react'
import { useLocation } from 'wouter'

/**
 * Keeps what is looked at in the address, a quarter of a second after it last changed, so that back, reload and a copied
 * address return to it. Null leaves the address as it is.
 */
export function useAddress(route: string | null): void {
  const [location, navigate] = useLocation()
  const replace = useDebouncedCallback((next: string) => navigate(next, { replace: true }), 250)
  useEffect(() => {
    // The router gives the location decoded. An address that is replaced by itself loses a step back that is under way.
    if (route !== null && decodeURI(route) !== location) replace(route)
    return replace.cancel
  }, [replace, route, location])
}
