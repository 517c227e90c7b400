import colorsys, wave, quopri, mailbox, plistlib, imaplib, smtplib, xmlrpc.client, wsgiref.util, http.cookies, ftplib, trace, pstats, cProfile
import email.mime.multipart, logging.config, unittest.mock, urllib.robotparser, xml.sax.saxutils, encodings.cp037, zipapp, sched
print(colorsys.rgb_to_hsv(1, 0, 0), "ä".encode("cp037"), unittest.mock.Mock(return_value=3)(), email.mime.multipart.MIMEMultipart()["MIME-Version"])
