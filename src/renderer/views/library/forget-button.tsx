import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TaskSummary } from '../../../shared/domain/task.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { countOf } from '../../lib/format.ts'

/** Takes a task out of the Library, after asking. */
export function ForgetButton({ task }: { readonly task: TaskSummary }) {
  const { client, queries, opener } = useEngine()
  const queryClient = useQueryClient()
  const forget = useMutation({
    mutationFn: () => client.tasks.forget({ taskId: task.id }),
    onError: opener.fail,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queries.tasks.list.key() })
      void queryClient.invalidateQueries({ queryKey: queries.runs.list.key() })
    },
  })
  const lost = task.runs === 0 ? '' : ` ${countOf(task.runs, 'run')} on it will be deleted.`
  return (
    <ConfirmButton
      label="Forget"
      icon={<IconTrash size={14} aria-hidden />}
      question="Forget this task?"
      consequence={`“${task.title}” leaves the Library.${lost} Its files on disk stay as they are.`}
      confirm="Forget"
      onConfirm={() => forget.mutate()}
    />
  )
}
