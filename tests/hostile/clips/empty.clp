; Nothing.
; Loses
