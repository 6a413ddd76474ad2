import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { routes } from '../lib/routes.ts'

/** The way out of a screen whose task or run is not there. */
export function LibraryLink() {
  return (
    <Button component={Link} href={routes.library} variant="default">
      Go to the Library
    </Button>
  )
}
