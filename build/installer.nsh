; Offers Dewpoint for folders and sessions without becoming the usual program for any of them.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\Directory\shell\Dewpoint" "" "Open with Dewpoint"
  WriteRegStr SHCTX "Software\Classes\Directory\shell\Dewpoint" "Icon" "$appExe"
  WriteRegStr SHCTX "Software\Classes\Directory\shell\Dewpoint\command" "" '"$appExe" "%1"'
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$appExe" "%1"'
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".jsonl" ""
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".json" ""
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".eval" ""
!macroend

!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\Directory\shell\Dewpoint"
  DeleteRegKey SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
!macroend
