$ swsched cifs --per command --filter 'count > 0' --all --from made-cifs-trouble/t0 --to made-cifs-trouble/t1
+10.00s  2 sessions  5 trees, IPC$ included  2 in flight  reconnects 0.1/s of connections, 0.3/s of trees  oplocks N
! D09 1 connection is down, that to filer: its shares hang or fail until the server answers; swsched cifs pending, and swsched cifs --per server
! D09 1 share is disconnected, \\filer\two words; reach the server; shares are connected anew when next used
! D09 1 connection broke and 3 trees were connected anew: the rates of this interval are void; take the next interval
! D12 2 answers were slow (slow_rsp_threshold is 1 s); swsched cifs --per command --filter 'slow > 0'
! D13 2 requests wait for credits to filer; swsched cifs --per server
! D16 cifsFYI is 1: debug messages slow every request; echo 0 > /proc/fs/cifs/cifsFYI
! D16 traceSMB is 1: every frame goes to the log; echo 0 > /proc/fs/cifs/traceSMB

  COMMAND  HOSTNAME  COMMAND  COUNT/s  PER-COMMAND  FASTEST  SLOWEST  SLOW/s
  0/5      nas       CREATE       0.1        0.004    0.004    0.004       0
  0/6      nas       CLOSE        0.1        0.004    0.004    0.004       0
  1/5      filer     CREATE         2          0.3        0     3.04     0.2
  1/6      filer     CLOSE          2            0        0        0       0
  1/8      filer     READ           3    0.0266667    0.004     0.08       0
