import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEngine } from './engine-context.ts'

/** A command of Dewpoint with its arguments, as it is typed where this host runs. */
export function OwnCommand({ children }: { readonly children: ReactNode }) {
  const { queries } = useEngine()
  const info = useQuery(queries.app.info.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  return (
    <>
      {info.data?.command ?? 'dewpoint'} {children}
    </>
  )
}
