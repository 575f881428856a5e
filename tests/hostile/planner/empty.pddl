; Nothing.
; Refused: the file is empty

