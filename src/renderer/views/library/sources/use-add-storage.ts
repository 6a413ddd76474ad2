import { useQueryClient } from '@tanstack/react-query'
import { useEngine } from '../../../data/engine-context.ts'

/** Lists the tasks of storage that was discovered; what goes wrong is reported where opening is. */
export function useAddStorage(): (storageId: string) => Promise<void> {
  const { opener, queries } = useEngine()
  const queryClient = useQueryClient()
  return async (storageId) => {
    await opener.addStorage(storageId)
    await queryClient.invalidateQueries({ queryKey: queries.library.key() })
  }
}
